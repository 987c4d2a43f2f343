// Baseline for the CPU time of creating many records: `plain-undici.mjs URL AUTHORIZATION FILE` posts each line of the
// file with undici, 64 at a time like archctl to a local service, and prints the answers.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

const [url, authorization, file] = process.argv.slice(2);
const headers = { authorization, 'content-type': 'application/json' };
const dispatcher = new Agent();
const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
let next = 0;

async function worker() {
  while (next < lines.length) {
    const body = JSON.stringify(JSON.parse(lines[next++]));
    const response = await request(url, { method: 'POST', dispatcher, headers, body });
    const answer = await response.body.json();
    if (response.statusCode >= 300) throw new Error(`${url} responded with ${response.statusCode}.`);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}

await Promise.all(Array.from({ length: 64 }, worker));
await dispatcher.close();
