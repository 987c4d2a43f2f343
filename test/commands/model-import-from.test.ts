import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NEVER, openService, type Service } from '../support/sandbox.js';
import { type Machine, machine } from '../support/world.js';

const SHOP =
  'name: Shop\nservices:\n  web: { image: acme/web, depends_on: [db] }\n  db: { image: postgres }\n';
const LOSSY = `${SHOP}  job: { depends_on: [nobody] }\n`;

let service: Service;
beforeAll(async () => {
  service = await openService({ schedule: NEVER });
});
afterAll(() => service.close());

let home: Machine;
beforeEach(() => {
  home = machine(service);
  home.write('shop.yaml', SHOP);
  return () => home.remove();
});
const importFrom = (...more: string[]) => home.run(['model', 'import-from', ...more, '--format', 'compose']);

describe('model import-from', () => {
  it('prints a valid document, without prompts', async () => {
    const ran = await importFrom('shop.yaml');
    expect(ran).toMatchObject({ code: 0, stderr: '', requests: [] });
    home.write('made.yaml', ran.stdout);
    expect(await home.run(['model', 'validate', 'made.yaml', '--strict'])).toMatchObject({ code: 0 });
  });

  it('reports losses with their positions; with --strict it writes nothing', async () => {
    home.write('lossy.yaml', LOSSY);
    const ran = await importFrom('lossy.yaml', '--out', 'loose');
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('lossy.yaml:5:23: The connection "Depends on" refers to nobody');
    expect(readdirSync(join(home.cwd, 'loose'))).toEqual(['model.yaml']);
    const strict = await importFrom('lossy.yaml', '--strict', '--out', 'strict.yaml');
    expect(strict).toMatchObject({ code: 8, stdout: '' });
    expect(readdirSync(home.cwd)).not.toContain('strict.yaml');
  });

  it('overwrites nothing', async () => {
    expect((await importFrom('shop.yaml', '--out', 'shop.yaml')).code).toBe(2);
    expect(home.read('shop.yaml')).toBe(SHOP);
    expect((await importFrom('shop.yaml', '--out', 'made.yaml', '--dry-run')).code).toBe(0);
    expect(readdirSync(home.cwd)).not.toContain('made.yaml');
  });

  it('locates a file of another format, and lists the formats', async () => {
    home.write('broken.yaml', 'services: {a: [}\n');
    const ran = await importFrom('broken.yaml');
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('broken.yaml:1:');
    home.write('unknown.yaml', 'a: 1\n');
    const unknown = await home.run(['model', 'import-from', 'unknown.yaml']);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toContain('Set the format with --format');
  });

  it.each([
    ['page.md', '# Shop\n```mermaid\nC4Context\nSystem(a, "A")\n```\n'],
    ['shop.mmd', 'flowchart LR\nA'],
    ['shop.puml', '@startuml\nSystem(a, "A")\n@enduml'],
  ])('detects the format of %s by its name', async (name, text) => {
    home.write(name, text);
    const ran = await home.run(['model', 'import-from', name]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('name: A');
  });

  it.each([
    ['docker-compose.yml', '# x\nname: A\nservices: { db: { image: postgres } }\n'],
    ['openapi.yaml', 'openapi: 3.1.0\ninfo: { title: A }\n'],
    ['openapi.json', '{ "openapi": "3.1.0", "info": { "title": "A" } }'],
    [
      'catalog-info.yaml',
      '---\napiVersion: backstage.io/v1alpha1\nkind: System\nmetadata: { name: A }\nspec: { owner: x }\n',
    ],
    ['workspace.dsl', 'workspace {\n  model {\n    a = person "A"\n  }\n}\n'],
    ['workspace.json', '{ "name": "W", "model": { "people": [{ "id": "1", "name": "A" }] } }'],
    ['flow.txt', '%% none\nsequenceDiagram\nA->>B: x\n'],
  ])('detects %s by its content, as a file, in a folder and from stdin', async (name, text) => {
    mkdirSync(join(home.cwd, 'all'));
    home.write(`all/${name}`, text);
    const command = ['model', 'import-from'];
    expect(await home.run([...command, `all/${name}`])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('name: A'),
    });
    expect(await home.run([...command, '-'], { stdin: text })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('name: A'),
    });
    home.write('all/other.yaml', 'a: 1\n');
    const folder = await home.run([...command, 'all']);
    expect(folder.code).toBe(name === 'flow.txt' ? 2 : 0);
  });

  it('rejects files of several formats, and names them', async () => {
    home.write('api.yaml', 'openapi: 3.1.0\ninfo: { title: A }\n');
    const ran = await home.run(['model', 'import-from', '.']);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('openapi: api.yaml\n  - compose: shop.yaml\n');
    expect((await home.run(['model', 'import-from', '.', '--format', 'openapi'])).code).toBe(0);
  });

  it('reads a catalog, and reports missing technologies', async () => {
    home.write('catalog.json', JSON.stringify([{ id: 't1', name: 'PostgreSQL', defaultSlug: 'pg' }]));
    const ran = await importFrom('shop.yaml', '--catalog', 'catalog.json');
    expect(ran.stdout).toContain('technologies: [pg]');
    home.write('catalog.json', '[{"id":"t1","name":"Oracle"}]');
    expect((await importFrom('shop.yaml', '--catalog', 'catalog.json')).stderr).toContain(
      'There is no technology "PostgreSQL" in the catalog',
    );
  });

  it(`looks technologies up in the service's catalog, otherwise in the built-in one`, async () => {
    home.write(
      'c4.mmd',
      'C4Context\nSystem(a, "A")\nSystem(b, "B")\nRel(a, b, "Asks", "Harbour Bus, json")\n',
    );
    const line = ['model', 'import-from', 'c4.mmd', '--format', 'mermaid'];
    const path = `organizations/${service.sandbox.organizationId}/technologies`;
    const body = {
      name: 'Harbour Bus',
      color: 'blue',
      provider: null,
      type: 'message-broker',
      restrictions: null,
    };
    await service.client().raw({ method: 'POST', path, body: JSON.stringify(body) });
    const away = await home.run(line);
    expect(away.stdout).toContain('labels: { technology: "Harbour Bus, json" }');
    expect(away.requests).toEqual([]);
    home.signIn({ landscape: service.sandbox.landscapeId });
    const live = await home.run(line);
    expect(live.stdout).toContain('technologies: [harbour-bus]');
    expect(live.stdout).toContain('labels: { technology: json }');
    const transport = async () => {
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    };
    const broken = await home.run([...line, '--retries', '0'], { transport });
    expect([broken.code, broken.stdout]).toEqual([0, away.stdout]);
    expect(broken.stderr).toContain('Using the built-in technology catalog');
  });

  it('writes documents that can be applied, and an unknown technology is rejected with its position', async () => {
    home.signIn({ landscape: service.sandbox.landscapeId });
    const dsl =
      'workspace {\n model {\n a = softwareSystem "A" {\n b = container "B" "x" "json, sql, PostgreSQL"\n c = container "C" "x" "s3"\n }\n b -> c "Asks" "https"\n }\n}\n';
    home.write('ws.dsl', dsl);
    const made = await home.run(['model', 'import-from', 'ws.dsl', '--format', 'structurizr', '--strict']);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toContain('technologies: [amazon-s3]');
    home.write('made.yaml', made.stdout);
    expect((await home.run(['model', 'plan', 'made.yaml'])).code).toBe(0);
    home.write('hand.yaml', made.stdout.replace('technologies: [amazon-s3]', 'technologies: [json]'));
    const at = made.stdout.split('\n').findIndex((text) => text.includes('technologies: [amazon-s3]')) + 1;
    for (const command of [['plan'], ['apply', '--yes'], ['drift']]) {
      const [verb = '', ...more] = command;
      const refused = await home.run(['model', verb, 'hand.yaml', ...more]);
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(`hand.yaml:${at}:`);
      expect(refused.stderr).toContain('There is no technology json in the catalog.');
      expect(refused.stderr).toContain('archctl technology list');
    }
  });

  it('includes neighbouring files, and nothing elsewhere through a path or a link', async () => {
    mkdirSync(join(home.cwd, 'app'));
    home.write('app/more.yaml', 'services: { cache: { image: redis } }');
    home.write('app/main.yaml', 'include: [more.yaml, ../shop.yaml, link.yaml]\nservices: {}');
    symlinkSync(join(home.cwd, 'shop.yaml'), join(home.cwd, 'app/link.yaml'));
    const ran = await importFrom('app/main.yaml');
    expect(ran.stdout).toContain('id: cache');
    expect(ran.stdout).not.toContain('id: web');
    expect(ran.stderr.match(/is not read/g)).toHaveLength(2);
  });

  it('reports a missing file, without suggesting another command', async () => {
    const ran = await home.run(['model', 'import-from', 'nosuch.dsl']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('Pass an existing file or folder');
    expect(ran.stderr).not.toContain('model init');
  });

  it('reads each folder once, even if links form a cycle', async () => {
    mkdirSync(join(home.cwd, 'parts'));
    home.write('parts/a.dsl', 'a = person "A"\n');
    for (let at = 0; at < 8; at += 1) symlinkSync('.', join(home.cwd, `parts/round${at}`));
    home.write('all.dsl', 'workspace "W" {\nmodel {\n!include parts\n}\n}\n');
    const ran = await home.run(['model', 'import-from', 'all.dsl']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain('id: a');
  });
});
