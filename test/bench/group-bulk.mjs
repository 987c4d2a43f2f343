// Bulk changes: 2,000 connections from a file into a warm sandbox without limits, interleaved with a loop of
// awaited fetch calls that creates the same records.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, ratio, timeProcess } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { atLeast, plain, times } from './table.mjs';

const PLAIN = fileURLToPath(new URL('./plain-create.mjs', import.meta.url));
const LINES = 2_000;

export async function bulk({ stage, quick }) {
  const sandbox = await startSandbox(stage, join(stage.folder, 'bulk-data'));
  const [landscape] = JSON.parse(sandbox.body).landscapes;
  const model = new URL(`/v1/landscapes/${landscape.id}/versions/latest/model/`, sandbox.url);
  const response = await fetch(new URL('objects?filter[type]=system', model), { headers: sandbox.headers });
  const ids = (await response.json()).modelObjects.map(({ id }) => id);
  const file = join(stage.folder, 'connections.ndjson');
  const lines = Array.from({ length: LINES }, (_, at) => ({
    name: `Line ${at}`,
    originId: ids[at % ids.length],
    targetId: ids[(at + 1) % ids.length],
    direction: 'outgoing',
  }));
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const script = stage.node(PLAIN, new URL('connections', model).href, sandbox.headers.authorization, file);
  const archctl = stage.archctl(
    ...['connection', 'create', '--landscape', landscape.id, '--data', `@${file}`, '-o', 'ndjson', '-q'],
  );
  const sides = { archctl: () => timeProcess(archctl), loop: () => timeProcess(script) };
  const results = await interleave(sides, { rounds: quick ? 2 : 3, warmups: 1 });
  await sandbox.stop();
  const speedup = ratio(results.loop, results.archctl);
  const name = `connection create, ${LINES.toLocaleString('en')} lines`;
  return [
    atLeast(name, times(speedup, 'as fast as a loop of fetch'), speedup.median, 2, '2 × a loop of fetch'),
    plain('a loop of fetch', `${Math.round(results.loop[0])} ms`, results.loop[0]),
  ];
}
