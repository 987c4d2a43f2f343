#!/usr/bin/env node
'use strict';

// Node 22 and later keep compiled code between runs.
require('node:module').enableCompileCache?.();
require('../dist/main.cjs');
