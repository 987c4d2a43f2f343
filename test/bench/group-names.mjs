// Names instead of ids: a table with names relative to the same table with ids, and an object by name
// relative to the list request that resolves the name.
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { captureStdout, interleave, ratio, timeProcess } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { atMost, times } from './table.mjs';

const OBJECTS = 5_000;

export async function names({ stage, rounds, quick }) {
  return [
    ...(await namesInTable(stage, rounds)),
    ...(await nameAsArgument(stage, quick ? 5 : Math.min(rounds, 15))),
  ];
}

/** The same table as a whole process: on a terminal with names, and in a pipe with ids. */
async function namesInTable(stage, rounds) {
  const sandbox = await startSandbox(stage, join(stage.folder, 'names-data'));
  const args = ['connection', 'list', '--landscape', sandbox.ready.landscapeId];
  const { modelObjects } = await getJson(sandbox, 'model/objects');
  const screen = await onTerminal(stage, '"$@"', args);
  if (!modelObjects.some(({ name }) => screen.text.includes(name)))
    throw new Error('The table contains no names.');
  const results = await interleave(
    {
      ids: async () => (await onTerminal(stage, '"$@" -o table | cat > /dev/null', args)).elapsed,
      terminal: async () => (await onTerminal(stage, '"$@" && : | cat', args)).elapsed,
    },
    { rounds, warmups: 4 },
  );
  await sandbox.stop();
  const toIds = ratio(results.terminal, results.ids);
  return [
    atMost(
      'archctl connection list, with names',
      times(toIds, 'the table of ids'),
      toIds.median,
      1.15,
      '1.15 × the table of ids',
    ),
  ];
}

/** An object by its name, which requires a list request to find the id. */
async function nameAsArgument(stage, rounds) {
  const seed = ['--seed', `generated:objects=${OBJECTS},connections=${OBJECTS}`];
  const sandbox = await startSandbox(stage, join(stage.folder, 'names-large'), seed);
  const { modelObjects } = await getJson(sandbox, 'model/objects?limit=10000');
  const { id, name } = modelObjects.findLast((one) =>
    modelObjects.every((other) => other === one || other.name.toLowerCase() !== one.name.toLowerCase()),
  );
  const call = (...args) => stage.archctl('object', ...args, '--landscape', sandbox.ready.landscapeId);
  const get = call('get', name, '-o', 'json');
  if (JSON.parse(captureStdout(get)).id !== id) throw new Error(`${name} is not ${id}`);
  const list = call('list', '-o', 'json');
  const results = await interleave(
    { list: () => timeProcess(list), get: () => timeProcess(get) },
    { rounds },
  );
  await sandbox.stop();
  const toList = ratio(results.get, results.list);
  const baseline = 'object list';
  return [
    atMost(
      `archctl object get NAME, of ${OBJECTS.toLocaleString('en-US')}`,
      times(toList, baseline),
      toList.median,
      1.3,
      `1.3 × ${baseline}`,
    ),
  ];
}

async function getJson({ ready, headers }, path) {
  const url = `${ready.baseUrl}/v1/landscapes/${ready.landscapeId}/versions/latest/${path}`;
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  return response.json();
}

/**
 * Runs a shell command on a terminal; `"$@"` in it is replaced by archctl with `args`. Returns its output, and the
 * milliseconds until it exited.
 */
function onTerminal(stage, line, args) {
  const { command, args: all, env, cwd } = stage.archctl(...args);
  const start = process.hrtime.bigint();
  const options = { name: 'xterm-256color', cols: 120, rows: 40, cwd, env: { ...env, ARCHCTL_PAGER: '' } };
  const pty = spawn('sh', ['-c', line, 'sh', command, ...all], options);
  let text = '';
  pty.onData((data) => {
    text += data;
  });
  return new Promise((resolve, reject) => {
    pty.onExit(({ exitCode }) => {
      const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
      if (exitCode === 0) resolve({ text, elapsed });
      else reject(new Error(`${args.join(' ')} exited with ${exitCode} on a terminal: ${text.slice(-500)}`));
    });
  });
}
