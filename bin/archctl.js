#!/usr/bin/env node
'use strict';

// Compiled code is kept between runs: by Node itself from 22 on, by a few lines of ours before.
const { enableCompileCache } = require('node:module');
if (enableCompileCache) enableCompileCache();
else require('./compile-cache.js');
require('../dist/main.cjs');
