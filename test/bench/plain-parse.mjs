// Baseline: `plain-parse.mjs FILE…` parses YAML files.
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

for (const file of process.argv.slice(2)) {
  const { errors } = parseDocument(readFileSync(file, 'utf8'));
  if (errors.length > 0) throw errors[0];
}
