#!/usr/bin/env node
'use strict';

// Stores compiled code between runs, in a directory that only this user can write.
require('./compile-cache.js').enable();
require('../dist/main.cjs');
