import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const LIBRARY = pathToFileURL('dist/lib/sandbox.cjs').href;

/** A test process that closes its sandbox while requests are in progress. It must end by itself. */
const PROGRAM = `
import { createSandbox } from ${JSON.stringify(LIBRARY)};
const outcome = (response) => response.then(({ status }) => status, ({ message }) => message);
const outcomes = [];
for (const turns of [0, 20]) {
  for (const kind of ['read', 'write', 'export', 'upload', 'latency']) {
    const sandbox = await createSandbox({ faults: { latencyMs: kind === 'latency' ? 60_000 : 0 } });
    const base = sandbox.clientOptions.baseUrl + '/landscapes/' + sandbox.landscapeId + '/versions/latest/';
    const headers = { authorization: 'ApiKey ' + sandbox.clientOptions.apiKey, 'content-type': 'application/json' };
    const post = (path, body) => new Request(base + path, { method: 'POST', headers, body, duplex: 'half' });
    const request = {
      read: () => new Request(base + 'model/objects', { headers }),
      latency: () => new Request(base + 'model/objects', { headers }),
      write: () => post('tag-groups', '{"name":"G","icon":"star","index":1}'),
      export: () => post('export?type=pdf', '{}'),
      upload: () => post('tag-groups', new ReadableStream({})),
    }[kind]();
    const answer = outcome(sandbox.fetch(request));
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    await sandbox.close();
    outcomes.push(kind + ' ' + (await answer));
    outcomes.push('later ' + (await outcome(sandbox.fetch(new Request(base + 'model/objects', { headers })))));
  }
}
const left = process.getActiveResourcesInfo().filter((it) => it === 'Timeout' || it === 'Immediate');
console.log(JSON.stringify({ outcomes: [...new Set(outcomes)].sort(), left }));
`;

it('a process with a closed sandbox ends by itself, whatever was in progress', () => {
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(ran).toMatchObject({ status: 0, signal: null, stderr: '' });
  const { outcomes, left } = JSON.parse(ran.stdout) as { outcomes: string[]; left: string[] };
  expect(left).toEqual([]);
  expect(outcomes).toEqual([
    'export 200',
    'export The sandbox is closed.',
    'latency The sandbox is closed.',
    'later The sandbox is closed.',
    'read 200',
    'upload The sandbox is closed.',
    'write 200',
    'write The sandbox is closed.',
  ]);
});
