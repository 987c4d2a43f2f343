#!/usr/bin/env node
'use strict';

// Compiled code is kept between runs, where nobody else can put any.
require('./compile-cache.js').enable();
require('../dist/main.cjs');
