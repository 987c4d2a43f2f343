/** Gives cli-table3 the width function of the terminal, as the build does. */

import { createRequire } from 'node:module';
import { displayWidth } from '../../src/terminal/width.js';

const require = createRequire(createRequire(import.meta.url).resolve('cli-table3'));
require('string-width');
const loaded = require.cache[require.resolve('string-width')];
if (loaded) loaded.exports = displayWidth;
