import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changesOf, type WatchFolder } from '../../../src/commands/model/shared/ask/watch-files.js';
import { offline } from './offline.js';
import { SOUND } from './rule-cases.js';

let here: ReturnType<typeof offline>;
beforeAll(() => {
  here = offline();
});
afterAll(() => here.remove());

it('folds a burst into one event, and hears nothing of other files', async () => {
  const told = new Map<string, (name: string | null) => void>();
  let open = 0;
  const watch: WatchFolder = (folder, onChange) => {
    told.set(folder, onChange);
    open += 1;
    return { close: () => (open -= 1) };
  };
  const stop = new AbortController();
  let sleeps = 0;
  const events = changesOf({
    files: ['/a/one.yaml', '/a/two.yaml'],
    folders: ['/b'],
    isOne: (name) => name.endsWith('.yaml'),
    watch,
    quietMs: 80,
    sleep: async () => {
      sleeps += 1;
      // In the midst of the quiet another change comes, once.
      if (sleeps === 1) told.get('/a')?.('two.yaml');
    },
    signal: stop.signal,
  });
  await events.next();
  expect([...told.keys()]).toEqual(['/a', '/b']);
  told.get('/a')?.('other.yaml');
  told.get('/b')?.('picture.svg');
  const second = events.next();
  told.get('/a')?.('one.yaml');
  expect((await second).done).toBe(false);
  expect(sleeps).toBe(2);
  const third = events.next();
  told.get('/b')?.(null);
  expect((await third).done).toBe(false);
  const last = events.next();
  stop.abort();
  expect([(await last).done, open]).toEqual([true, 0]);
});

it('runs again when a file is saved, replaced or broken, and redraws what is sound', async () => {
  mkdirSync(join(here.cwd, 'm'));
  /** As editors save: one file in the place of another. */
  const save = (text: string): void => {
    here.write('m/.model.tmp', text);
    renameSync(join(here.cwd, 'm/.model.tmp'), join(here.cwd, 'm/model.yaml'));
  };
  save(SOUND);
  const seen: number[] = [];
  const texts = [SOUND.replace('target: db, name', 'target: dbb, name'), 'objects: [', SOUND];
  const ran = await here.run(
    ['model', 'watch', 'm', '--graph', 'm/model.svg', '--count', '4', '-o', 'ndjson'],
    {
      onStdout: (text) => {
        const runs = text.split('\n').length - 1;
        for (const at of Array.from({ length: runs }, (_, it) => it))
          if (!seen.includes(at)) {
            seen.push(at);
            if (texts[at] !== undefined) save(texts[at]);
          }
      },
    },
  );
  const runs = ran.lines() as { errors: number; graph?: { path: string }; findings: { rule: string }[] }[];
  expect(ran.code).toBe(0);
  expect(runs.map(({ errors, graph }) => [errors, graph?.path])).toEqual([
    [0, 'm/model.svg'],
    [1, undefined],
    [1, undefined],
    [0, 'm/model.svg'],
  ]);
  expect(runs.map(({ findings }) => findings[0]?.rule)).toEqual([
    undefined,
    'reference/unknown',
    'yaml/syntax',
    undefined,
  ]);
  expect(existsSync(join(here.cwd, 'm/model.svg'))).toBe(true);
});

it('shows a line a run, and its totals at Ctrl-C', async () => {
  const stop = new AbortController();
  here.write('one.yaml', SOUND.replace('target: db, name', 'target: dbb, name'));
  const { code, stdout, stderr } = await here.run(['model', 'watch', 'one.yaml'], {
    tty: true,
    env: { NO_COLOR: '1' },
    signal: stop.signal,
    onStdout: () => stop.abort(),
  });
  expect(code).toBe(130);
  expect(stdout).toMatch(/ {2}1 error {2}one\.yaml:18:40: There is no model object dbb\.\n/);
  expect(stderr).toContain('1 run in');
  expect((await here.run(['model', 'watch', 'none.yaml'])).code).toBe(2);
});

it('draws what the name of the picture says', async () => {
  here.write('one.yaml', SOUND);
  const ran = await here.run(['model', 'watch', 'one.yaml', '--graph', 'one.png', '--count', '1']);
  expect(ran.code).toBe(0);
  expect(readFileSync(join(here.cwd, 'one.png')).subarray(1, 4).toString()).toBe('PNG');
  const page = await here.run(['model', 'watch', 'one.yaml', '--graph', 'one.html', '--count', '1']);
  expect([page.code, page.stderr]).toEqual([2, expect.stringContaining('Use the extension .svg or .png')]);
});
