// Names in place of ids: a table with names relative to the same table with ids, and an object by name
// relative to the list request that it needs.

import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { interleave, outputOf, ratio, timeProcess } from './measure.mjs';
import { startSandbox } from './sandbox-process.mjs';
import { atMost, times } from './table.mjs';

const OBJECTS = 5_000;

export async function names({ stage, rounds, quick }) {
  return [...(await shown(stage, rounds)), ...(await typed(stage, quick ? 5 : Math.min(rounds, 15)))];
}

/** The same table from a process: on a terminal with names, or in a pipe with ids. */
async function shown(stage, rounds) {
  const sandbox = await startSandbox(stage, join(stage.folder, 'names-data'));
  const args = ['connection', 'list', '--landscape', sandbox.ready.landscapeId];
  const { modelObjects } = await answer(sandbox, 'model/objects');
  const screen = await onTerminal(stage, '"$@"', args);
  if (!modelObjects.some(({ name }) => screen.text.includes(name))) throw new Error('No names are shown.');
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

/** An object by its name; only the list request returns its id. */
async function typed(stage, rounds) {
  const seed = ['--seed', `generated:objects=${OBJECTS},connections=${OBJECTS}`];
  const sandbox = await startSandbox(stage, join(stage.folder, 'names-large'), seed);
  const { modelObjects } = await answer(sandbox, 'model/objects?limit=10000');
  const { id, name } = modelObjects.findLast((one) =>
    modelObjects.every((other) => other === one || other.name.toLowerCase() !== one.name.toLowerCase()),
  );
  const call = (...args) => stage.archctl('object', ...args, '--landscape', sandbox.ready.landscapeId);
  const get = call('get', name, '-o', 'json');
  if (JSON.parse(outputOf(get)).id !== id) throw new Error(`${name} is not ${id}`);
  const list = call('list', '-o', 'json');
  const results = await interleave(
    { list: () => timeProcess(list), get: () => timeProcess(get) },
    { rounds },
  );
  await sandbox.stop();
  const toList = ratio(results.get, results.list);
  const what = 'object list';
  return [
    atMost(
      `archctl object get NAME, of ${OBJECTS.toLocaleString('en-US')}`,
      times(toList, what),
      toList.median,
      1.3,
      `1.3 × ${what}`,
    ),
  ];
}

async function answer({ ready, headers }, path) {
  const url = `${ready.baseUrl}/v1/landscapes/${ready.landscapeId}/versions/latest/${path}`;
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/**
 * Runs archctl in a shell, `"$@"`, on a terminal. Returns its output and the milliseconds until it ended.
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
      else reject(new Error(`${args.join(' ')} ended with ${exitCode} on a terminal: ${text.slice(-500)}`));
    });
  });
}
