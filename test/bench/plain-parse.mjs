// node plain-parse.mjs FILE…: what it takes to parse files of YAML, and nothing else.
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

for (const file of process.argv.slice(2)) {
  const { errors } = parseDocument(readFileSync(file, 'utf8'));
  if (errors.length > 0) throw errors[0];
}
