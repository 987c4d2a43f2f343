import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SKILL_FILES } from '../../src/commands/skill/shared/skill.generated.js';
import { applyChanges } from '../../src/commands/skill/shared/skill-folder.js';
import { openService } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

const service = await openService();
let it: Machine;
let home: string;
beforeEach(() => {
  it = machine(service);
  home = dirname(it.cwd);
});
afterEach(() => it.remove());

const skill = (...args: string[]) => it.run(['skill', ...args, '-o', 'json'], { env: { HOME: home } });
const changes = async (...args: string[]): Promise<string[]> => {
  const ran = await skill(...args);
  expect(ran.stderr).not.toContain('error');
  return (ran.json() as { change: string; path: string }[]).map(
    ({ change, path }) => `${change} ${path.replace(`${home}/`, '')}`,
  );
};
const FILES = [...SKILL_FILES.map(({ path }) => path), '.archctl-skill.json'];
const below = (folder: string, change: string): string[] =>
  FILES.map((path) => `${change} ${folder}/archctl/${path}`);

describe('skill install', () => {
  test.each([
    ['agents', 'work/.agents/skills', '.agents/skills'],
    ['claude', 'work/.claude/skills', '.claude/skills'],
    ['codex', 'work/.agents/skills', '.agents/skills'],
    ['copilot', 'work/.github/skills', '.copilot/skills'],
    ['cursor', 'work/.cursor/skills', '.cursor/skills'],
    ['gemini', 'work/.gemini/skills', '.gemini/skills'],
  ])('writes the files for %s', async (agent, project, user) => {
    expect(await changes('install', '--for', agent)).toEqual(below(project, 'new'));
    expect(await changes('install', '--for', agent, '--user')).toEqual(below(user, 'new'));
    for (const { path, text } of SKILL_FILES)
      expect(readFileSync(join(home, project, 'archctl', path), 'utf8')).toBe(text);
  });

  test('writes to the shared folder and that of Claude Code by default, and once for equal folders', async () => {
    expect(await changes('install')).toEqual([
      ...below('work/.agents/skills', 'new'),
      ...below('work/.claude/skills', 'new'),
    ]);
    expect(await changes('install', '--for', 'agents,codex')).toEqual(
      below('work/.agents/skills', 'unchanged'),
    );
  });

  test('writes nothing in a dry run', async () => {
    expect(await changes('install', '--for', 'claude', '--dry-run')).toEqual(
      below('work/.claude/skills', 'new'),
    );
    expect(existsSync(join(it.cwd, '.claude'))).toBe(false);
  });

  test('updates files of an earlier version, and removes those that it no longer has', async () => {
    await skill('install', '--for', 'claude');
    const folder = join(it.cwd, '.claude/skills/archctl');
    const hash = createHash('sha256').update('old\n').digest('hex');
    writeFileSync(join(folder, 'SKILL.md'), 'old\n');
    writeFileSync(join(folder, 'references', 'gone.md'), 'old\n');
    writeFileSync(
      join(folder, '.archctl-skill.json'),
      JSON.stringify({ files: { 'SKILL.md': hash, 'references/gone.md': hash, '../../evil.md': hash } }),
    );
    writeFileSync(join(it.cwd, '.claude', 'evil.md'), 'old\n');
    for (const { path, text } of SKILL_FILES.slice(1)) writeFileSync(join(folder, path), text);
    const changed = (await changes('install', '--for', 'claude')).filter((line) => !/^unchanged/.test(line));
    expect(changed.map((line) => line.replace('work/.claude/skills/archctl/', ''))).toEqual([
      'updated SKILL.md',
      'removed references/gone.md',
      'updated .archctl-skill.json',
    ]);
    expect(existsSync(join(folder, 'references', 'gone.md'))).toBe(false);
    expect(existsSync(join(it.cwd, '.claude', 'evil.md'))).toBe(true);
  });

  test('does not overwrite a changed file without --force, and then writes nothing at all', async () => {
    await skill('install', '--for', 'claude');
    const file = join(it.cwd, '.claude/skills/archctl/references/reading.md');
    writeFileSync(file, 'Mine\n');
    const refused = await skill('install', '--for', 'cursor,claude');
    expect(refused.code).toBe(2);
    expect(refused.error()).toMatchObject({
      message: `${file} was changed, or was not written by archctl.`,
      hint: expect.stringContaining('--force'),
    });
    expect(readFileSync(file, 'utf8')).toBe('Mine\n');
    expect(existsSync(join(it.cwd, '.cursor'))).toBe(false);
    expect(await changes('install', '--for', 'claude', '--force')).toContain(
      'updated work/.claude/skills/archctl/references/reading.md',
    );
    expect(readFileSync(file, 'utf8')).not.toBe('Mine\n');
  });

  test.each(['.claude', '.claude/skills', '.claude/skills/archctl', '.claude/skills/archctl/SKILL.md'])(
    'does not follow a link at %s',
    async (path) => {
      const outside = join(home, 'outside');
      mkdirSync(outside);
      mkdirSync(dirname(join(it.cwd, path)), { recursive: true });
      symlinkSync(outside, join(it.cwd, path));
      const ran = await skill('install', '--for', 'claude', '--force');
      expect(ran.code).toBe(2);
      expect(ran.error().message).toContain('is a link, which is not followed');
      expect(existsSync(join(outside, 'skills'))).toBe(false);
      expect(existsSync(join(outside, 'SKILL.md'))).toBe(false);
    },
  );

  test('writes nothing if there is a file in the way', async () => {
    mkdirSync(join(it.cwd, '.cursor'));
    writeFileSync(join(it.cwd, '.cursor', 'skills'), 'a file in the way\n');
    const ran = await skill('install', '--for', 'claude,cursor');
    expect(ran.code).toBe(2);
    expect(ran.error().message).toBe(`${join(it.cwd, '.cursor/skills')} is a file, not a folder.`);
    expect(existsSync(join(it.cwd, '.claude'))).toBe(false);
  });

  test('undoes earlier writes if a later one fails', () => {
    const [first, second, blocked] = ['archctl/SKILL.md', 'archctl/a.md', 'file/b.md'].map((path) =>
      join(it.cwd, path),
    ) as [string, string, string];
    writeFileSync(dirname(blocked), '');
    mkdirSync(dirname(first));
    writeFileSync(first, 'old\n');
    expect(() =>
      applyChanges([
        { path: first, base: it.cwd, change: 'updated', before: 'old\n', after: 'new\n' },
        { path: second, base: it.cwd, change: 'new', before: undefined, after: 'new\n' },
        { path: blocked, base: it.cwd, change: 'new', before: undefined, after: 'new\n' },
      ]),
    ).toThrow(`Cannot write ${blocked}`);
    expect(readFileSync(first, 'utf8')).toBe('old\n');
    expect(existsSync(second)).toBe(false);
  });

  test('refuses contradicting places, unknown agents and a relative home directory', async () => {
    expect((await skill('install', '--project', '--user')).code).toBe(2);
    expect((await skill('install', '--for', 'other')).code).toBe(2);
    const ran = await it.run(['skill', 'install', '--user', '-o', 'json'], { env: { HOME: 'here' } });
    expect([ran.code, ran.error().message]).toEqual([2, 'HOME is "here", which is not an absolute path.']);
  });
});

describe('skill uninstall', () => {
  test('removes what was installed, and nothing else', async () => {
    await skill('install', '--for', 'claude');
    const own = join(it.cwd, '.claude/skills/other.md');
    writeFileSync(own, 'Mine\n');
    expect(await changes('uninstall', '--for', 'claude')).toEqual(below('work/.claude/skills', 'removed'));
    expect(existsSync(join(it.cwd, '.claude/skills/archctl'))).toBe(false);
    expect(existsSync(own)).toBe(true);
    expect(await changes('uninstall', '--for', 'claude')).toEqual([]);
  });

  test('does not remove a changed file without --force', async () => {
    await skill('install', '--for', 'claude');
    const file = join(it.cwd, '.claude/skills/archctl/SKILL.md');
    writeFileSync(file, 'Mine\n');
    expect((await skill('uninstall', '--for', 'claude')).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('Mine\n');
    await changes('uninstall', '--for', 'claude', '--force');
    expect(existsSync(file)).toBe(false);
  });

  test('ignores files that are already gone', async () => {
    await skill('install', '--for', 'claude');
    rmSync(join(it.cwd, '.claude/skills/archctl/SKILL.md'));
    expect((await skill('uninstall', '--for', 'claude')).code).toBe(0);
    expect(existsSync(join(it.cwd, '.claude/skills/archctl'))).toBe(false);
  });
});

test('skill show prints the skill and its references', async () => {
  expect((await it.run(['skill', 'show'])).stdout).toBe(SKILL_FILES[0]?.text);
  expect((await it.run(['skill', 'show', 'references/changing.md'])).stdout).toContain(
    '# Change a landscape',
  );
  expect((await skill('show', 'references/none.md')).code).toBe(2);
});
