import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE } from '../../src/commands/model/shared/example.js';
import { formatFile } from '../../src/model/document/format/format.js';
import { readModel } from '../../src/model/document/read.js';
import { schemaText } from '../../src/model/document/schema.js';
import { NEVER, openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ schedule: NEVER });
});
afterAll(() => service.close());

const there: Machine[] = [];
const fresh = (): Machine => {
  const made = machine(service);
  there.push(made);
  return made;
};
afterEach(() => Promise.all(there.splice(0).map((it) => it.remove())));

const UNTIDY = '# Mine.\ndomains:\n- name: D # so\n  id: d\n';
const TIDY = '# Mine.\ndomains:\n  - id: d\n    name: D # so\n';

describe('model init', () => {
  it('writes a complete and formatted example, and the schema', async () => {
    const home = fresh();
    const ran = await home.run(['model', 'init', '--out', 'a/b', '-o', 'json']);
    expect(ran).toMatchObject({ code: 0, requests: [] });
    expect(ran.json()).toEqual([
      { path: join('a/b', 'model.yaml'), content: 'the example' },
      { path: join('a/b', 'model.schema.json'), content: 'its schema' },
    ]);
    const file = { path: 'model.yaml', text: home.read('a/b/model.yaml') };
    expect(file.text).toBe(EXAMPLE);
    expect(readModel([file])).toMatchObject({ findings: [], isWhole: true });
    expect(formatFile(file)).toEqual(file);
    expect(home.read('a/b/model.schema.json')).toBe(schemaText());
  });

  it('overwrites nothing, and writes nothing in a dry run', async () => {
    const home = fresh();
    home.write('model.yaml', 'mine');
    home.write('model.schema.json', 'mine');
    const ran = await home.run(['model', 'init']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('model.yaml already exists');
    expect((await home.run(['model', 'init', '--out', 'my.json'])).stderr).toContain('does not end in .yaml');
    expect((await home.run(['model', 'init', '--out', 'my.yaml', '--dry-run'])).code).toBe(0);
    expect(readdirSync(home.cwd).sort()).toEqual(['model.schema.json', 'model.yaml']);
    expect((await home.run(['model', 'init', '--out', 'my.yaml'])).code).toBe(0);
    expect([home.read('model.yaml'), home.read('model.schema.json')]).toEqual(['mine', 'mine']);
  });
});

describe('model fmt', () => {
  it('formats files, folders and stdin', async () => {
    const home = fresh();
    mkdirSync(join(home.cwd, 'models', 'layout'), { recursive: true });
    home.write('models/a.yaml', UNTIDY);
    home.write('models/layout/b.yml', 'layoutOf: d\nobjects: { a: { y: 1, x: 2 } }\n');
    const ran = await home.run(['model', 'fmt', 'models', '-o', 'json']);
    expect(ran.json()).toEqual([
      { path: join('models', 'a.yaml'), status: 'formatted' },
      { path: join('models', 'layout', 'b.yml'), status: 'formatted' },
    ]);
    expect(home.read('models/a.yaml')).toBe(TIDY);
    expect(home.read('models/layout/b.yml')).toBe('layoutOf: d\nobjects:\n  a:\n    x: 2\n    y: 1\n');
    expect((await home.run(['model', 'fmt', '-'], { stdin: UNTIDY })).stdout).toBe(TIDY);
  });

  it('reports files that are already formatted as such', async () => {
    const home = fresh();
    home.write('a.yaml', UNTIDY);
    home.write('b.yaml', TIDY);
    expect((await home.run(['model', 'fmt', 'b.yaml'])).stderr).toBe('✓ Already formatted: 1 file.\n');
    expect((await home.run(['model', 'fmt', '.'])).stderr).toBe('✓ Formatted 1 of 2 files.\n');
    expect((await home.run(['model', 'fmt', '.'])).stderr).toBe('✓ Already formatted: 2 files.\n');
  });

  it('only reports with --check', async () => {
    const home = fresh();
    home.write('a.yaml', UNTIDY);
    home.write('b.yaml', TIDY);
    const ran = await home.run(['model', 'fmt', 'a.yaml', 'b.yaml', '--check', '-o', 'json']);
    expect(ran.code).toBe(8);
    expect(ran.json()).toEqual([
      { path: 'a.yaml', status: 'unformatted' },
      { path: 'b.yaml', status: 'unchanged' },
    ]);
    expect(ran.error()).toMatchObject({ kind: 'check', details: ['a.yaml'] });
    expect(home.read('a.yaml')).toBe(UNTIDY);
    expect((await home.run(['model', 'fmt', 'b.yaml', '--check'])).code).toBe(0);
    await home.run(['model', 'fmt', 'a.yaml', '--dry-run']);
    expect(home.read('a.yaml')).toBe(UNTIDY);
  });

  it('writes none if one cannot be read', async () => {
    const home = fresh();
    home.write('a.yaml', UNTIDY);
    home.write('b.yaml', 'domains:\n  - id: [\n');
    const ran = await home.run(['model', 'fmt', 'a.yaml', 'b.yaml']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/b\.yaml:\d+:\d+: /);
    expect(home.read('a.yaml')).toBe(UNTIDY);
  });
});

describe('files of a document', () => {
  const refusal = async (home: Machine, ...paths: string[]): Promise<string> => {
    const ran = await home.run(['model', 'fmt', ...paths, '--check', '-o', 'json']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    return String(ran.error().message);
  };

  it('exclude links out of their folder, hidden files, schemas, and nested folders', async () => {
    const home = fresh();
    mkdirSync(join(home.cwd, 'models', 'more'), { recursive: true });
    expect(await refusal(home, 'models')).toContain('contains no .yaml');
    for (const name of ['.hidden.yaml', 'x.schema.json', 'more/a.yaml', 'notes.txt'])
      home.write(`models/${name}`, 'a: [');
    home.write('models/model.yaml', TIDY);
    expect((await home.run(['model', 'fmt', 'models', '--check'])).code).toBe(0);
    home.write('outside.yaml', TIDY);
    symlinkSync('model.yaml', join(home.cwd, 'models', 'inside.yaml'));
    expect((await home.run(['model', 'fmt', 'models', '--check'])).code).toBe(0);
    symlinkSync('../outside.yaml', join(home.cwd, 'models', 'zlink.yaml'));
    expect(await refusal(home, 'models')).toContain('is a link to a place outside its folder');
    expect((await home.run(['model', 'fmt', 'outside.yaml', '--check'])).code).toBe(0);
  });

  it('are regular text files', async () => {
    const home = fresh();
    writeFileSync(join(home.cwd, 'wide.yaml'), Buffer.from('\ufeffdomains: []\n', 'utf16le'));
    expect(await refusal(home, 'wide.yaml')).toContain('not UTF-8 text');
    writeFileSync(join(home.cwd, 'latin.yaml'), Buffer.from('landscape: F\u00e4hre\n', 'latin1'));
    expect(await refusal(home, 'latin.yaml')).toContain('not UTF-8 text');
    expect(await refusal(home, 'none.yaml')).toContain('file not found');
    if (process.platform !== 'win32')
      expect(await refusal(home, '/dev/null')).toContain('is not a regular file');
  });
});
