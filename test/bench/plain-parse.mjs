// node plain-parse.mjs FILE: what it takes to parse a file of YAML, and nothing else.
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

const { errors } = parseDocument(readFileSync(process.argv[2], 'utf8'));
if (errors.length > 0) throw errors[0];
