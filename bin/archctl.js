#!/usr/bin/env node
'use strict';

require('./compile-cache.js').enable();
require('../dist/main.cjs');
