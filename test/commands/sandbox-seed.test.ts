/** A landscape from a file: imported documents and exports, and the state after a rejection. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf } from '../support/sandbox.js';
import { contentOf } from '../support/version-content.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { MODEL_DOCUMENT } from './exchange-cases.js';
import { withSandbox } from './with-sandbox.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const machineWith = (files: Record<string, string>): Machine => {
  const machine = suite.machine();
  withSandbox(machine);
  for (const [name, content] of Object.entries(files)) machine.write(name, content);
  return machine;
};
const seed = (machine: Machine, ...argv: string[]) => machine.run(['sandbox', 'seed', ...argv, '-o', 'json']);
const landscapes = async (): Promise<string[]> =>
  listOf(await suite.ask(`organizations/${suite.ids.organization}/landscapes`), 'landscapes').map(({ id }) =>
    String(id),
  );
const exportOf = (landscapeId: string) =>
  suite.ask(`landscapes/${landscapeId}/versions/latest/export/json`) as Promise<Record<string, JsonObject>>;

const NESTED = `modelObjects:
  - { id: in, name: Inner, type: group, parentId: out }
  - { id: out, name: Outer, type: group, parentId: d }
  - { id: d, name: Shore, type: domain }
  - { id: s, name: Till, type: system, parentId: d, groupIds: [in] }
`;

describe('sandbox seed', () => {
  it('names an unreadable file by the typed path', async () => {
    const ran = await seed(machineWith({ 'ex.pdf': 'a: b: c' }), 'ex.pdf');
    expect([ran.code, ran.requests]).toEqual([2, []]);
    expect(ran.error().message).toMatch(/^ex\.pdf is neither JSON nor YAML: /);
  });

  it('creates a landscape from a document, and prints the next command', async () => {
    const machine = machineWith({ 'shop.yaml': MODEL_DOCUMENT });
    const ran = await machine.run(['sandbox', 'seed', 'shop.yaml', '-o', 'json']);
    expect(ran.code, ran.stderr).toBe(0);
    const made = ran.json() as { landscapeId: string };
    expect(made).toEqual({
      landscapeId: made.landscapeId,
      name: 'shop',
      domains: 1,
      objects: 2,
      connections: 1,
      tags: 0,
    });
    const shown = await machine.run(['sandbox', 'seed', 'shop.yaml', '--name', 'Corner Shop'], { tty: true });
    expect(shown.stderr).toMatch(/Created landscape "Corner Shop" \(\w+\) in the sandbox\./);
    const next = /archctl (object tree --landscape \w+ -p sandbox)/.exec(shown.stderr)?.[1] ?? '';
    const tree = await machine.run(next.split(' '));
    expect(tree.stdout).toContain('Till');
    // The domain of the document is the only one.
    expect(contentOf(await exportOf(made.landscapeId)).domains).toEqual(['"Trade"']);
  });

  it('reads stdin, and nested groups of one document', async () => {
    const machine = machineWith({});
    const ran = await machine.run(['sandbox', 'seed', '-', '--name', 'Shore', '-o', 'json'], {
      stdin: NESTED,
    });
    expect(ran.code, ran.stderr).toBe(0);
    const { landscapeId } = ran.json() as { landscapeId: string };
    const { objects } = contentOf(await exportOf(landscapeId));
    expect(objects.map((it) => (JSON.parse(it) as unknown[]).slice(1, 3))).toEqual([
      [],
      ['Outer', []],
      ['Shore', []],
      ['Shore', ['Inner']],
    ]);
  });

  it.each(['v1', 'v2'])('recreates the exported records from schema %s', async (schema) => {
    const machine = machineWith({});
    const argv = ['landscape', 'export', suite.ids.landscape, '--type', 'json', '--schema', schema];
    expect((await machine.run([...argv, '--out', 'ferry.json'])).code).toBe(0);
    const ran = await seed(machine, 'ferry.json');
    expect(ran.code, ran.stderr).toBe(0);
    const made = ran.json() as { landscapeId: string; name: string };
    expect(made.name).toBe('ferry');
    const [was, is] = [await exportOf(suite.ids.landscape), await exportOf(made.landscapeId)];
    expect(Object.keys(is.modelObjects ?? {}).length).toBeGreaterThan(20);
    expect(contentOf(is)).toEqual(contentOf(was));
    expect(ran.stderr).toContain('Not imported: flows: ');
    expect(ran.stderr.includes('Not imported: diagrams: ')).toBe(schema === 'v2');
  });

  it('lists rejected entries, and leaves no landscape', async () => {
    const before = await landscapes();
    const wrong = `${MODEL_DOCUMENT}  - { id: x, name: Lost, direction: outgoing, originId: clerk, targetId: nowhere }\n`;
    const ran = await seed(machineWith({ 'wrong.yaml': wrong }), 'wrong.yaml');
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 5, stdout: '' });
    expect(ran.error()).toMatchObject({
      kind: 'refused',
      message: 'wrong.yaml was imported only in part: 1 of 5 entries did not arrive.',
      details: ['wrong.yaml:8 modelConnections[1] x "Lost": targetId: nowhere not found'],
      hint: 'Correct the entries and try again. The new landscape was deleted.',
    });
    expect(await landscapes()).toEqual(before);
  });

  it('names an incomplete landscape that it could not delete', async () => {
    const before = await landscapes();
    const wrong = MODEL_DOCUMENT.replace('targetId: till', 'targetId: nowhere');
    const ran = await machineWith({ 'wrong.yaml': wrong }).run(
      ['sandbox', 'seed', 'wrong.yaml', '-o', 'json'],
      {
        transport: async (request) => {
          if (request.method === 'DELETE') throw new Error('The line is cut.');
          return suite.service.transport(request);
        },
      },
    );
    expect(ran.code).toBe(5);
    const [left] = (await landscapes()).filter((id) => !before.includes(id));
    expect(ran.error()).toMatchObject({
      hint: expect.stringContaining(`The landscape ${left} is incomplete; delete it.`),
    });
  });

  it('names it, too, if Ctrl-C stops the import', async () => {
    const before = await landscapes();
    const stop = new AbortController();
    const ran = await machineWith({ 'shop.yaml': MODEL_DOCUMENT }).run(
      ['sandbox', 'seed', 'shop.yaml', '-o', 'json'],
      {
        signal: stop.signal,
        transport: async (request) => {
          if (request.url.pathname.endsWith('/import')) stop.abort();
          return suite.service.transport(request);
        },
      },
    );
    expect(ran.code).toBe(130);
    const [left] = (await landscapes()).filter((id) => !before.includes(id));
    expect(ran.stderr).toContain(`The landscape ${left} is incomplete; delete it.`);
  });

  it.each([
    ['a list', '- a\n', 'is not an import document: it must be an object.'],
    ['something else', 'name: Shop\n', 'is neither an import document nor an export of a landscape.'],
    ['an export with faults', '{"modelObjects": {"a": {"id": "a"}}}', 'is not valid.'],
    [
      'a document with faults',
      'modelObjects: [{ id: a, name: A, type: app, parentId: b }]\n',
      'cannot be imported: 1 entry would be refused.',
    ],
  ])('sends nothing of %s', async (_, content, message) => {
    const ran = await seed(machineWith({ 'file.yaml': content }), 'file.yaml');
    expect({ code: ran.code, sent: ran.requests }).toEqual({ code: 2, sent: [] });
    expect(ran.error().message).toContain(message);
  });

  it('sends requests only to the sandbox, whatever profile is active, and counts them for its profile', async () => {
    const machine = machineWith({ 'shop.yaml': MODEL_DOCUMENT });
    machine.signIn({ baseUrl: 'https://api.example/v1/', plan: 'growth' }, 'work');
    const ran = await seed(machine, 'shop.yaml');
    expect(ran.code, ran.stderr).toBe(0);
    expect([...new Set(ran.requests.map(({ url }) => url.origin))]).toEqual(['http://127.0.0.1:4010']);
    const quota = await machine.run(['quota', '-p', 'work', '-o', 'json']);
    expect(quota.json()).toContainEqual(expect.objectContaining({ meter: 'import', used: 0 }));
  });

  it('fails if no sandbox is running', async () => {
    const machine = suite.machine();
    machine.write('shop.yaml', MODEL_DOCUMENT);
    const ran = await seed(machine, 'shop.yaml');
    expect({ code: ran.code, message: ran.error().message }).toEqual({
      code: 7,
      message: 'No sandbox is running.',
    });
  });
});
