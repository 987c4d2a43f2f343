import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NEVER, openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ schedule: NEVER });
});
afterAll(() => service.close());

let home: Machine;
beforeEach(() => {
  home = machine(service);
  return () => home.remove();
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home.cwd, path, '..'), { recursive: true });
    home.write(path, text);
  }
}
const importFrom = (...more: string[]) => home.run(['model', 'import-from', ...more]);

const KINDS = 'specification { element system }';
const system = (name: string): string => `model { ${name} = system }`;

describe('model import-from reads a folder', () => {
  it('recursively, and lists each skipped entry with the reason', async () => {
    write({
      'c4/spec.c4': KINDS,
      'c4/systems/booking.c4': system('booking'),
      'c4/systems/old/radio.likec4': system('radio'),
      'c4/readme.md': '# Read me',
      'c4/systems/logo.svg': '<svg/>',
      'c4/.git/config.c4': system('git'),
      'c4/systems/.draft.c4': system('draft'),
      'c4/node_modules/other/model.c4': system('other'),
      'c4/shop/likec4.config.json': '{ "name": "shop" }',
      'c4/shop/shop.c4': system('shop'),
    });
    const ran = await importFrom('c4', '--format', 'likec4');
    expect(ran.code).toBe(0);
    expect([...ran.stdout.matchAll(/id: (\w+)/g)].map(([, id]) => id)).toEqual(
      expect.arrayContaining(['booking', 'radio']),
    );
    for (const name of ['git', 'draft', 'other', 'shop']) expect(ran.stdout).not.toContain(`id: ${name}`);
    expect(ran.stderr.split('\n').filter((it) => it.includes('Skipped'))).toEqual([
      'warning: c4/shop:1:1: Skipped: a separate project.',
      'Skipped (hidden): c4/.git, c4/systems/.draft.c4.',
      'Skipped (installed packages): c4/node_modules.',
      'Skipped (not named *.c4, *.likec4 or *.like-c4): c4/readme.md, c4/systems/logo.svg.',
    ]);
    expect((await importFrom('c4', '--format', 'likec4', '--strict')).code).toBe(8);
  });

  it('once, even if links form a cycle, and nothing outside', async () => {
    write({
      'c4/a.c4': KINDS + system('a'),
      'c4/deep/b.c4': system('b'),
      'elsewhere.c4': system('elsewhere'),
      'other/d.c4': system('d'),
    });
    symlinkSync('..', join(home.cwd, 'c4/deep/round'));
    symlinkSync('deep/b.c4', join(home.cwd, 'c4/again.c4'));
    symlinkSync('../elsewhere.c4', join(home.cwd, 'c4/out.c4'));
    symlinkSync('../other', join(home.cwd, 'c4/other'));
    symlinkSync('nowhere', join(home.cwd, 'c4/lost.c4'));
    execFileSync('mkfifo', [join(home.cwd, 'c4/pipe.c4')]);
    const ran = await importFrom('c4', '--format', 'likec4');
    expect(ran.code).toBe(0);
    expect(ran.stdout.match(/type: system/g)).toHaveLength(2);
    expect(ran.stderr).toContain('c4/out.c4:1:1: Skipped: a link to a place outside the folder.');
    expect(ran.stderr).toContain('c4/other:1:1: Skipped: a link to a place outside the folder.');
    expect(ran.stderr).toContain('c4/lost.c4:1:1: Skipped: a broken link');
    expect(ran.stderr).toContain('c4/pipe.c4:1:1: Skipped: not a regular file.');
  });

  it('without partial Structurizr files, or files without workspaces', async () => {
    write({
      'all/workspace.dsl': 'workspace "W" {\nmodel {\n!include parts\n}\n}\n',
      'all/parts/people.dsl': 'a = person "A"\n',
      'all/unused.dsl': 'b = person "B"\n',
      'all/package.json': '{ "name": "w" }',
    });
    const ran = await importFrom('all', '--format', 'structurizr');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('id: a');
    expect(ran.stderr.trim()).toBe(
      'Skipped (not a complete model, and not included by another file): all/package.json, all/unused.dsl.',
    );
  });

  it.each(['file.c4/below', 'round', 'a\u0000b'])('and fails for the unreadable path %j', async (path) => {
    write({ 'file.c4': KINDS });
    symlinkSync('round', join(home.cwd, 'round'));
    const ran = await importFrom(path, '--format', 'likec4');
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('Argument FILE: cannot read');
  });

  it('and fails if no file has the format', async () => {
    write({ 'empty/deep/readme.md': '' });
    const ran = await importFrom('empty', '--format', 'likec4');
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('found no .c4, .likec4 or .like-c4 file in empty and its subfolders.');
  });
});
