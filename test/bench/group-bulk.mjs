// Bulk changes: 2,000 connections from a file into a warm sandbox without limits, interleaved with a loop of
// awaited fetch calls that creates the same records. The CPU time of the client alone is measured with a server that
// returns a fixed response, interleaved with a loop of undici requests.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, ratio, spread, timeProcess, usageOf } from './measure.mjs';
import { firstLine, startSandbox } from './sandbox-process.mjs';
import { amount, atLeast, atMost, plain, times } from './table.mjs';

const PLAIN = fileURLToPath(new URL('./plain-create.mjs', import.meta.url));
const PLAIN_UNDICI = fileURLToPath(new URL('./plain-undici.mjs', import.meta.url));
const SERVER = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));
const LINES = 2_000;
/** Enough that the start of the process is a small part. */
const CPU_LINES = 10_000;

export const bulk = async (run) => [...(await throughput(run)), ...(await clientCpu(run))];

async function throughput({ stage }) {
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
  const results = await interleave(sides, { rounds: 2, warmups: 1 });
  await sandbox.stop();
  const speedup = ratio(results.loop, results.archctl);
  const name = `connection create, ${LINES.toLocaleString('en')} lines`;
  return [
    atLeast(name, times(speedup, 'as fast as a loop of fetch'), speedup.median, 2, '2 × a loop of fetch'),
    plain('a loop of fetch', `${Math.round(results.loop[0])} ms`, results.loop[0]),
  ];
}

async function clientCpu({ stage }) {
  const ids = Array.from({ length: 40 }, (_, at) => `Object${at + 10}measuredWXYZ`);
  const record = { id: 'Connection0measured0', name: 'Line', commit: 1, version: 1, direction: 'outgoing' };
  const answer = JSON.stringify({ modelConnection: { ...record, originId: ids[0], targetId: ids[1] } });
  const server = stage.track(
    spawn(process.execPath, [SERVER, answer], { env: stage.env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const origin = new URL(await firstLine(server)).origin;
  const file = join(stage.folder, 'many-connections.ndjson');
  const lines = Array.from({ length: CPU_LINES }, (_, at) =>
    JSON.stringify({
      name: `Line ${at}`,
      originId: ids[at % ids.length],
      targetId: ids[(at + 1) % ids.length],
      direction: 'outgoing',
    }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  const create = ['connection', 'create', '--landscape', 'Landscape0measured00', '--data', `@${file}`];
  const archctl = stage.archctl(...create, '-o', 'ndjson', '-q');
  const env = {
    ...archctl.env,
    ARCHCTL_BASE_URL: `${origin}/v1`,
    ARCHCTL_API_KEY: 'measured:measured-secret',
  };
  const loop = stage.node(PLAIN_UNDICI, `${origin}/v1/connections`, 'ApiKey measured', file);
  const sides = {
    archctl: async () => (await usageOf(stage, { ...archctl, env })).user,
    loop: async () => (await usageOf(stage, loop)).user,
  };
  const results = await interleave(sides, { rounds: 3, warmups: 0 });
  server.kill('SIGTERM');
  const cost = ratio(results.archctl, results.loop);
  const each = spread(results.archctl.map((ms) => (ms * 1000) / CPU_LINES));
  const name = `client CPU of ${CPU_LINES.toLocaleString('en')} lines`;
  return [
    atMost(name, times(cost, 'a loop of undici'), cost.median, 2, '2 × a loop of undici'),
    plain('client CPU of a line', amount(each, 'µs'), each.median),
  ];
}
