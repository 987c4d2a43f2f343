import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesOf, type WatchFolder } from '../../../src/base/files/watch-files.js';
import { offline } from './offline.js';
import { SOUND } from './rule-cases.js';

let here: ReturnType<typeof offline>;
beforeAll(() => {
  here = offline();
});
afterAll(() => here.remove());

it('merges a burst into one event, and ignores other files', async () => {
  const listeners = new Map<string, (name: string | null) => void>();
  let open = 0;
  const watch: WatchFolder = (folder, onChange) => {
    if (!['/a', '/b'].includes(folder)) throw Object.assign(new Error('absent'), { code: 'ENOENT' });
    listeners.set(folder, onChange);
    open += 1;
    return { close: () => (open -= 1) };
  };
  const stop = new AbortController();
  let sleeps = 0;
  const events = changesOf({
    paths: ['/a/one.yaml', '/a/two.yaml', '/b'],
    cwd: '/a',
    isOne: (name) => name.endsWith('.yaml'),
    watch,
    quietMs: 80,
    sleep: async () => {
      sleeps += 1;
      // Another change arrives during the quiet period, once.
      if (sleeps === 1) listeners.get('/a')?.('two.yaml');
    },
    signal: stop.signal,
  });
  await events.next();
  expect([...listeners.keys()]).toEqual(['/a', '/b']);
  listeners.get('/a')?.('other.yaml');
  listeners.get('/b')?.('picture.svg');
  const second = events.next();
  listeners.get('/a')?.('one.yaml');
  expect((await second).done).toBe(false);
  expect(sleeps).toBe(2);
  const third = events.next();
  listeners.get('/b')?.(null);
  expect((await third).done).toBe(false);
  const last = events.next();
  stop.abort();
  expect([(await last).done, open]).toEqual([true, 0]);
});

it('runs again when a file is saved, replaced or broken, and redraws valid models', async () => {
  mkdirSync(join(here.cwd, 'm'));
  /** Editors save by replacing the file. */
  const save = (text: string): void => {
    here.write('m/.model.tmp', text);
    renameSync(join(here.cwd, 'm/.model.tmp'), join(here.cwd, 'm/model.yaml'));
  };
  save(SOUND);
  const seen: number[] = [];
  const texts = [SOUND.replace('target: db, name', 'target: dbb, name'), 'objects: [', SOUND];
  const ran = await here.run(
    ['model', 'watch', 'm', '--out', 'm/model.svg', '--count', '4', '-o', 'ndjson'],
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

describe('the watched paths are deleted, moved or replaced', () => {
  /** Runs `model watch`. Each step acts, and ends at the first run that matches. */
  async function follow(paths: string[], steps: readonly [act: () => void, matches: Matcher][]) {
    const stop = new AbortController();
    let step = 0;
    let read = 0;
    const { code, stderr } = await here.run(['model', 'watch', ...paths, '-o', 'ndjson'], {
      signal: stop.signal,
      onStdout: (text) => {
        const runs = text.split('\n').slice(0, -1);
        for (const line of runs.slice(read)) {
          read += 1;
          // The first run is before the first step.
          if (read > 1 && !steps[step]?.[1](JSON.parse(line))) continue;
          if (read > 1) step += 1;
          if (step === steps.length) stop.abort();
          else steps[step]?.[0]();
        }
      },
    });
    expect([code, step]).toEqual([130, steps.length]);
    expect(stderr).not.toContain('Unexpected');
  }
  type Matcher = (run: { files: number; errors: number; fault?: string }) => boolean;
  const absent: Matcher = ({ fault }) => fault !== undefined;
  const sound: Matcher = ({ fault, errors }) => fault === undefined && errors === 0;
  const broken: Matcher = ({ errors }) => errors === 1;
  const BROKEN = SOUND.replace('target: db, name', 'target: dbb, name');
  const at = (path: string): string => join(here.cwd, path);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    here.write(path, text);
  };
  const remove = (path: string): void => rmSync(at(path), { recursive: true });

  it.each([
    ['a directory', 'd1/models', 'd1/models/m.yaml'],
    ['a file', 'd2/models/m.yaml', 'd2/models/m.yaml'],
  ])('%s, and everything above it', async (_, path, file) => {
    const top = dirname(dirname(file));
    put(file, SOUND);
    await follow(
      [path],
      [
        [() => remove(file), absent],
        [() => put(file, BROKEN), broken],
        [() => remove(dirname(file)), absent],
        [() => put(file, SOUND), sound],
        [() => put(file, BROKEN), broken],
        [() => remove(top), absent],
        [() => put(file, SOUND), sound],
        [() => renameSync(at(top), at(`${top}.old`)), absent],
        [() => put(file, BROKEN), broken],
        [() => put(file, SOUND), sound],
      ],
    );
  });

  it('a directory outside the working directory', async () => {
    put('../beside/models/m.yaml', SOUND);
    await follow(
      ['../beside/models'],
      [
        [() => remove('../beside'), absent],
        [() => put('../beside/models/m.yaml', BROKEN), broken],
        [() => put('../beside/models/m.yaml', SOUND), sound],
      ],
    );
  });

  it('a symbolic link to another directory, and the directory behind it', async () => {
    put('v1/m.yaml', SOUND);
    put('v2/m.yaml', BROKEN);
    symlinkSync('v1', at('current'));
    symlinkSync('v2', at('next'));
    await follow(
      ['current'],
      [
        [() => renameSync(at('next'), at('current')), broken],
        [() => put('v2/m.yaml', SOUND), sound],
        [() => remove('v2'), absent],
        [() => put('v2/m.yaml', BROKEN), broken],
      ],
    );
  });

  it('a directory that becomes a file and a directory again, and later layouts', async () => {
    put('either.yaml/m.yaml', SOUND);
    await follow(
      ['either.yaml'],
      [
        [() => remove('either.yaml'), absent],
        [() => put('either.yaml', BROKEN), broken],
        [() => put('either.yaml', SOUND), sound],
        [() => remove('either.yaml'), absent],
        [() => put('either.yaml/m.yaml', SOUND), sound],
        [() => put('either.yaml/layout/l.yaml', 'objects: ['), broken],
        [() => remove('either.yaml/layout'), sound],
        [() => put('either.yaml/layout/l.yaml', 'objects: ['), broken],
        [() => put('either.yaml/layout/l.yaml', ''), ({ files }) => files === 2],
      ],
    );
  });

  it('switching git branches', async () => {
    const git = (...line: string[]): void => {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...line], { cwd: at('repo') });
    };
    put('repo/models/m.yaml', SOUND);
    git('init', '-q', '-b', 'one');
    git('add', '.');
    git('commit', '-qm', 'one');
    git('checkout', '-q', '-b', 'two');
    git('rm', '-qr', 'models');
    git('commit', '-qm', 'two');
    git('checkout', '-q', 'one');
    await follow(
      ['repo/models'],
      [
        [() => git('checkout', '-q', 'two'), absent],
        [() => git('checkout', '-q', 'one'), sound],
        [() => put('repo/models/m.yaml', BROKEN), broken],
        [() => git('checkout', '-q', 'models'), sound],
      ],
    );
  });
});

it('shows a line per run, and totals at Ctrl-C', async () => {
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

it('draws in the format of the file name', async () => {
  here.write('one.yaml', SOUND);
  const ran = await here.run(['model', 'watch', 'one.yaml', '--out', 'one.png', '--count', '1']);
  expect(ran.code).toBe(0);
  expect(readFileSync(join(here.cwd, 'one.png')).subarray(1, 4).toString()).toBe('PNG');
  const page = await here.run(['model', 'watch', 'one.yaml', '--out', 'one.html', '--count', '1']);
  expect([page.code, page.stderr]).toEqual([2, expect.stringContaining('Use the extension .svg or .png')]);
});
