// Baseline for creating many records: `plain-create.mjs URL AUTHORIZATION FILE` posts each line of the file
// with fetch, one after the other.
import { readFileSync } from 'node:fs';

const [url, authorization, file] = process.argv.slice(2);
const headers = { authorization, 'content-type': 'application/json' };
for (const body of readFileSync(file, 'utf8').trimEnd().split('\n')) {
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  await response.json();
}
