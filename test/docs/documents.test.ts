import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { VERSION } from '../../src/base/version.js';
import { type Home, home, type Sandbox } from '../support/binary.js';
import { anchorsOf, linksOf } from './links.js';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const read = (file: string): string => readFileSync(file, 'utf8');
const texts = DOCUMENTS.map((file) => [file, read(file)] as const);
const fences = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code = '']) => code,
  );

describe.each(texts)('%s', (file, text) => {
  test('links to files and headings that exist', () => {
    for (const link of linksOf(text)) {
      const [target = '', anchor] = link.split('#');
      const path = target === '' ? file : join(dirname(file), target);
      expect(existsSync(path), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(read(path)), link).toContain(anchor);
    }
  });

  test('names files that exist', () => {
    for (const [, path = ''] of text.matchAll(/`((?:src|test|scripts|bin|docs|\.ci)\/[\w./-]*)`/g))
      expect(existsSync(path), path).toBe(true);
  });

  test('has no lines too long for a diff, except tables and pictures', () => {
    for (const line of text.replace(/```[\s\S]*?```/g, '').split('\n'))
      if (!/^[|!<]/.test(line)) expect(line.length, line).toBeLessThanOrEqual(130);
  });
});

describe('README.md', () => {
  test('stays readable', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(200);
  });

  test('every document can be reached from it', () => {
    const reached = new Set(['README.md']);
    for (const file of reached)
      for (const link of linksOf(read(file))) {
        const path = join(dirname(file), link.split('#')[0] ?? '');
        if (path.endsWith('.md')) reached.add(path);
      }
    expect([...reached].sort()).toEqual(expect.arrayContaining([...DOCUMENTS].sort()));
  });
});

describe('pictures of screens', () => {
  const marks = texts.flatMap(([, text]) => [...text.matchAll(/<!-- picture: (\S+) (.+) -->/g)]);

  test('each exists, and none is unused', () => {
    expect(marks.length).toBeGreaterThan(3);
    const drawings = texts.flatMap(([, text]) => [...text.matchAll(/<!-- drawing: (\S+) /g)]);
    const screenshots = texts.flatMap(([, text]) => [...text.matchAll(/\bscreens\/([\w-]+\.png)\)/g)]);
    const names = [
      ...[...marks, ...drawings].map(([, name]) => `${name}.svg`),
      ...new Set(screenshots.map(([, name = '']) => name)),
    ];
    expect(readdirSync('docs/screens').sort()).toEqual(names.sort());
  });

  test.each(marks.map(([, name = '', line = '']) => [name, line.split(' ;; ')[0] ?? '']))(
    '%s contains readable text that can be copied, and no scripts',
    (name, line) => {
      const svg = read(`docs/screens/${name}.svg`);
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img">\n<title>/);
      expect(svg).not.toMatch(/<script|<image|<foreignObject|href=|url\(|@import/i);
      const rows = [...svg.matchAll(/<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)<\/text>/g)];
      const first = (rows[0]?.[3] ?? '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&');
      expect(first).toBe(`$ ${line}`.slice(0, 80).trim());
      // Some of it is coloured, as on a terminal, and all of it fits 80 columns.
      expect(svg).toMatch(/class="[bdrgyumc ]+"/);
      for (const [, x, , text = ''] of rows) {
        const cells = text.replace(/&\w+;/g, '.').length;
        expect(Number(x) + cells * 8.4).toBeLessThanOrEqual(16 + 80 * 8.4 + 0.1);
      }
    },
  );
});

describe('recipes for CI', () => {
  const text = read('docs/ci.md');
  let user: Home;
  let sandbox: Sandbox;
  let project: string;
  beforeAll(async () => {
    user = home();
    sandbox = await user.sandbox('--ephemeral', '--port', '0');
    project = mkdtempSync(join(tmpdir(), 'archctl-ci-'));
    for (const [, path = '', script = ''] of text.matchAll(/<!-- file: (\S+) -->\n```bash\n([\s\S]*?)```/g)) {
      const file = join(project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, script);
    }
    // Fake npm for a pipeline: it installs, and puts archctl on the PATH.
    const npm = '#!/bin/sh\n[ "$1" = ci ] && exit 0\n[ "$1 $2" = "exec -c" ] || exit 9\nexec sh -c "$3"\n';
    writeFileSync(join(user.directory, 'bin', 'npm'), npm, { mode: 0o755 });
  });
  afterAll(async () => {
    await user.remove();
    rmSync(project, { recursive: true, force: true });
  });
  const variables = (): Record<string, string> => ({
    ARCHCTL_API_KEY: sandbox.authorization.replace('ApiKey ', ''),
    ARCHCTL_BASE_URL: `${sandbox.baseUrl}/v1`,
    ARCHCTL_ORG: sandbox.organizationId,
    ARCHCTL_LANDSCAPE: sandbox.landscapeId,
    // The pipeline does not use the profile of the sandbox.
    ARCHCTL_CONFIG_DIR: join(project, 'nothing'),
    CI: 'true',
  });
  const [github, gitlab] = fences(text, 'yaml').map((it) => parseYaml(it) as Record<string, never>);
  const job = (github?.jobs as Record<string, Record<string, never>> | undefined)?.export;
  const steps = (job?.steps ?? []) as { uses?: string; run?: string; with?: Record<string, unknown> }[];
  const script = (gitlab?.['architecture-pictures'] as Record<string, string[]> | undefined)?.script ?? [];

  test('the version is that of this release', () => {
    for (const [, version] of text.matchAll(/archctl[@-](\d+\.\d+\.\d+)/g)) expect(version).toBe(VERSION);
    expect(text).toContain(`archctl@${VERSION}`);
  });

  // In parallel, because they mostly wait for exports.
  const blocks = texts.flatMap(([, it]) =>
    fences(it.replace(/<!-- file:[\s\S]*?<!-- \/file -->/g, ''), 'bash'),
  );

  test.concurrent.for([...new Set(blocks)])('runs unchanged: %s', async (code, { skip }) => {
    const { code: missing } = await user.shell('command -v jq');
    skip(code.includes('| jq ') && missing !== 0, 'jq is not installed');
    const ran = await user.shell(`set -e\n${code}`, {
      cwd: mkdtempSync(join(project, 'block-')),
      env: variables(),
    });
    expect(ran).toMatchObject({ code: 0 });
  });

  test.concurrent('GitHub Actions: pinned, cached, signed in by the environment, with a time limit', async () => {
    const env = job?.env as Record<string, string> | undefined;
    expect(Object.keys(env ?? {}).sort()).toEqual(
      ['ARCHCTL_API_KEY', 'ARCHCTL_BASE_URL', 'ARCHCTL_LANDSCAPE', 'ARCHCTL_ORG'].sort(),
    );
    expect(env?.ARCHCTL_API_KEY).toMatch(/^\$\{\{ secrets\.ARCHCTL_API_KEY \}\}$/);
    expect(job?.['timeout-minutes']).toBeGreaterThan(0);
    expect(steps.find(({ uses }) => uses?.startsWith('actions/setup-node'))?.with?.cache).toBe('npm');
    const runs = steps.flatMap(({ run }) => (run ? [run] : []));
    const { code, stdout, stderr } = await user.shell(runs.join('\n'), { cwd: project, env: variables() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
    expect(stdout).toContain('The pictures are up to date.');
    const written = readdirSync(join(project, 'docs', 'architecture'));
    expect(written.length).toBeGreaterThan(0);
    expect(written.every((name) => name.endsWith('.svg'))).toBe(true);
  });

  test('GitLab CI runs the same script', () => {
    const runs = steps.flatMap(({ run }) => (run ? [run] : []));
    expect(script.map((line) => line.replace(' --cache .npm --prefer-offline', ''))).toEqual(runs);
    expect(gitlab?.['architecture-pictures']).toHaveProperty('cache.key.files', ['package-lock.json']);
  });

  test('the script handles exit codes', async () => {
    const run = (env: Record<string, string>) =>
      user.shell('sh ci/export-pictures.sh', { cwd: project, env: { ...variables(), ...env } });
    const [signedOut, gone] = await Promise.all([
      run({ ARCHCTL_API_KEY: 'wrong:key' }),
      run({ ARCHCTL_BASE_URL: 'http://127.0.0.1:9/v1', ARCHCTL_RETRIES: '0' }),
    ]);
    expect(signedOut).toMatchObject({ code: 3 });
    expect(gone).toMatchObject({ code: 7 });
    await sandbox.faults({ rateLimitRate: 1 });
    const limited = await run({ ARCHCTL_RETRIES: '0' });
    await sandbox.faults({ rateLimitRate: 0 });
    expect(limited).toMatchObject({ code: 6 });
  });
});
