import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchFiles } from '../../../src/base/files/watch-files.js';
import { temporaryDirectory } from '../../cli/world.js';

/** Each step waits for the event of the change before it. */
it('yields at the start and after each change of real files, until the signal aborts', async () => {
  const directory = temporaryDirectory();
  const [file, folder] = [join(directory, 'model.yaml'), join(directory, 'models')];
  writeFileSync(file, 'namespace: a\n');
  const stop = new AbortController();
  const events = watchFiles([file, folder], { signal: stop.signal });
  const changes = [
    () => writeFileSync(file, 'namespace: b\n'),
    () => {
      writeFileSync(join(directory, 'other.yaml'), 'namespace: c\n');
      renameSync(join(directory, 'other.yaml'), file);
    },
    () => mkdirSync(folder),
    () => writeFileSync(join(folder, 'new.yaml'), ''),
    () => rmSync(file),
  ];
  expect(await events.next()).toEqual({ done: false, value: undefined });
  for (const change of changes) {
    const event = events.next();
    change();
    expect(await event).toEqual({ done: false, value: undefined });
  }
  const last = events.next();
  stop.abort();
  expect(await last).toEqual({ done: true, value: undefined });
});

it('rejects paths that are not a list, and ends at once with an aborted signal', async () => {
  const { signal } = new AbortController();
  await expect(watchFiles('model.yaml' as never, { signal }).next()).rejects.toMatchObject({ kind: 'usage' });
  const events = watchFiles([temporaryDirectory()], { signal: AbortSignal.abort() });
  expect((await events.next()).done).toBe(true);
});
