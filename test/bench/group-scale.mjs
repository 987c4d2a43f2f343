// A landscape of 100,000 objects relative to one of 1,000: cost of a request, and time to create the
// landscape. Also 5,000 objects as a table, relative to curl and bare Node.
import { captureStdout, interleave, peakMemory, ratio, spread, timeProcess } from './measure.mjs';
import { startGenerated } from './sandbox-process.mjs';
import { amount, atMost, plain, skipped, times } from './table.mjs';

const SMALL = 1_000;
const LARGE = 100_000;
const TABLE_OBJECTS = 5_000;
/** Requests per sample, because a single request is too short to measure. */
const REQUESTS_PER_SAMPLE = 20;

export async function scale({ stage, rounds, quick }) {
  return [
    ...(await requestRows(stage, quick ? 5 : 9)),
    ...(await tableRows(stage, quick ? 5 : Math.min(rounds, 9))),
  ];
}

async function requestRows(stage, rounds) {
  const small = await startGenerated(stage, SMALL);
  const large = await startGenerated(stage, LARGE);
  const [smallRequests, largeRequests] = [await requestsOf(small), await requestsOf(large)];
  const rows = [
    atMost(
      `sandbox start, ${LARGE.toLocaleString('en-US')} generated objects`,
      amount({ median: large.readyMs, min: large.readyMs, max: large.readyMs }, 'ms'),
      large.readyMs,
      30_000,
      '30 s',
    ),
  ];
  for (const name of Object.keys(smallRequests)) {
    const results = await interleave(
      { small: () => timeSample(smallRequests[name]), large: () => timeSample(largeRequests[name]) },
      { rounds, warmups: 2 },
    );
    const toSmall = ratio(results.large, results.small);
    rows.push(atMost(`${name}, 100,000 objects`, times(toSmall, '1,000 objects'), toSmall.median, 2, '2 ×'));
    const each = spread(results.large.map((ms) => ms / REQUESTS_PER_SAMPLE));
    rows.push(plain('', `${amount(each, 'ms', 1)} a request`, each.median));
  }
  await Promise.all([small.stop(), large.stop()]);
  return rows;
}

async function timeSample(request) {
  const start = performance.now();
  for (let count = 0; count < REQUESTS_PER_SAMPLE; count += 1) await request();
  return performance.now() - start;
}

/** Functions that send a request to the landscape of a sandbox, by name. */
async function requestsOf({ ready, headers }) {
  const root = `${ready.baseUrl}/v1/landscapes/${ready.landscapeId}/versions/latest`;
  const send = async (method, path, body) => {
    const json = { 'content-type': 'application/json' };
    const request = { method, headers: { ...headers, ...json }, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${root}/${path}`, request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const [system] = (await send('GET', 'model/objects?filter[type]=system&limit=1')).modelObjects;
  const [app] = (await send('GET', 'model/objects?filter[type]=app&limit=1')).modelObjects;
  const [tag] = (await send('GET', 'tags')).tags;
  const createdIds = [];
  let count = 0;
  const create = async () => {
    count += 1;
    const body = { name: `Measured ${count}`, type: 'app', parentId: system.id, tagIds: [tag.id] };
    createdIds.push((await send('POST', 'model/objects', body)).modelObject.id);
  };
  return {
    'first page': () => send('GET', 'model/objects?limit=100'),
    get: () => send('GET', `model/objects/${app.id}`),
    create,
    delete: () => send('DELETE', `model/objects/${createdIds.pop()}`),
    'list by name': () => send('GET', `model/objects?filter[name]=${encodeURIComponent(app.name)}`),
    'list by tag and status': () =>
      send('GET', `model/objects?filter[tagIds]=${tag.id}&filter[status]=live&limit=20`),
    'list by parent': () => send('GET', `model/objects?filter[parentId]=${system.id}&limit=5`),
  };
}

/** Prints 5,000 objects into a pipe as a table. */
async function tableRows(stage, rounds) {
  const sandbox = await startGenerated(stage, TABLE_OBJECTS);
  const { ready, headers } = sandbox;
  const url = `${ready.baseUrl}/v1/landscapes/${ready.landscapeId}/versions/latest/model/objects?limit=10000`;
  const curl = {
    command: 'curl',
    args: ['-sS', '-f', '-o', '/dev/null', '-H', `authorization: ${headers.authorization}`, url],
    env: stage.env,
    cwd: stage.cwd,
  };
  const archctl = stage.archctl('-p', ready.profile, 'object', 'list', '-o', 'table');
  try {
    captureStdout(curl);
  } catch (error) {
    await sandbox.stop();
    return [skipped(`archctl object list, ${TABLE_OBJECTS} objects`, `curl: ${error.message}`)];
  }
  const results = await interleave(
    {
      both: () => timeProcess(curl) + timeProcess(stage.node('-e', '0')),
      archctl: () => timeProcess(archctl),
    },
    { rounds },
  );
  const memory = spread(
    (await interleave({ list: () => peakMemory(archctl, { muted: true }) }, { rounds: 3, warmups: 1 })).list,
  );
  await sandbox.stop();
  const toBoth = ratio(results.archctl, results.both);
  const [name, baseline] = [
    `archctl object list, ${TABLE_OBJECTS.toLocaleString('en-US')} objects`,
    'curl and node -e 0',
  ];
  return [
    atMost(name, times(toBoth, baseline), toBoth.median, 2, `2 × ${baseline}`),
    plain('', amount(spread(results.archctl), 'ms'), spread(results.archctl).median),
    ...(Number.isNaN(memory.median)
      ? []
      : [atMost(`${name}, peak memory`, amount(memory, 'MB', 1), memory.max, 150, '150 MB')]),
  ];
}
