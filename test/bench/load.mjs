// Load process: reads {"url","headers","connections","warmupMs","measureMs"} from stdin, prints
// {"perSecond"}.
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const { url, headers, connections, warmupMs, measureMs } = JSON.parse(readFileSync(0, 'utf8'));
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections, pipelining: 1 });

const begin = performance.now() + warmupMs;
const end = begin + measureMs;
let count = 0;

async function client() {
  for (;;) {
    const { statusCode, body } = await pool.request({ method: 'GET', path: pathname, headers });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${url} responded with ${statusCode}`);
    const now = performance.now();
    if (now > end) return;
    if (now >= begin) count++;
  }
}

await Promise.all(Array.from({ length: connections }, client));
await pool.close();
process.stdout.write(`${JSON.stringify({ perSecond: (count * 1000) / measureMs })}\n`);
