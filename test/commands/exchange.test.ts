import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOfBytes, type Send } from '../../src/client/send/wire.js';
import { listOf } from '../support/sandbox.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';
import { MODEL_DOCUMENT } from './exchange-cases.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

const latest = () => `landscapes/${suite.ids.landscape}/versions/latest`;
const namesIn = async (namespace: string) =>
  listOf(
    await suite.ask(`${latest()}/model/objects?filter[labels][import-namespace]=${namespace}`),
    'modelObjects',
  ).map(({ name }) => name);
const EVIL = 'Evil \u001b[31mred';
/** A service that does not escape the texts of its exports. */
const unescaped: Send = async (request) => {
  const answer = await suite.service.transport(request);
  const bytes = Buffer.from(await answer.body.bytes());
  const isText = !bytes.includes(0);
  const text = isText ? bytes.toString().replaceAll(',Evil \\x1b[31mred,', `,${EVIL},`) : '';
  return { ...answer, body: bodyOfBytes(isText ? Buffer.from(text) : bytes) };
};
const evilBody = () => ({ name: EVIL, type: 'system', parentId: suite.ids.root });
const machineWith = (files: Record<string, string>) => {
  const machine = suite.machine();
  for (const [name, content] of Object.entries(files)) machine.write(name, content);
  return machine;
};

describe('landscape export', () => {
  it('names the file after the landscape', async () => {
    const machine = suite.machine();
    const ran = await machine.run(['landscape', 'export', '--type', 'json', '-o', 'json']);
    expect(ran.code).toBe(0);
    const { path, bytes, type } = ran.json() as { path: string; bytes: number; type: string };
    expect({ type, isJson: path.endsWith('.json') }).toEqual({ type: 'json', isJson: true });
    expect(Buffer.byteLength(machine.read(path))).toBe(bytes);
    expect(Object.keys(JSON.parse(machine.read(path)))).toContain('modelObjects');
  });

  it('writes the exact document to a pipe, and none to a terminal', async () => {
    await suite.ask(`${latest()}/model/objects`, 'POST', evilBody());
    const machine = suite.machine();
    const argv = ['landscape', 'export', '--type', 'object-csv', '--out', '-'];
    expect((await machine.run(argv, { transport: unescaped })).stdout).toContain(EVIL);
    const shown = await machine.run(argv, { tty: true });
    expect(shown).toMatchObject({ code: 2, stdout: '', requests: [] });
  });

  it('sends the filter and options, and waits', async () => {
    const { ids } = suite;
    const argv = ['landscape', 'export', ids.landscape, '--type', 'llms', '--out', 'part.txt'];
    const more = ['--object', ids.origin, '--draft', ids.draft, '--no-diagrams', '--no-flows'];
    const machine = suite.machine();
    const ran = await machine.run([...argv, ...more]);
    expect(ran.code).toBe(0);
    const [first] = ran.requests;
    const query = first?.url.searchParams;
    expect(Object.fromEntries(query ?? [])).toEqual({
      type: 'llms',
      'filter[modelObjectId]': ids.origin,
      'filter[includeDiagrams]': 'false',
      'filter[includeFlows]': 'false',
    });
    expect(JSON.parse(String(first?.body))).toEqual({ draftId: ids.draft });
    expect(machine.read('part.txt')).not.toContain('## Diagrams');
  });

  it('fails with the error of the service', async () => {
    await suite.service.control('PUT', 'faults', { failExports: true });
    const machine = suite.machine();
    const ran = await machine.run(['landscape', 'export', '--type', 'llms', '--out', 'no.txt', '-o', 'json']);
    await suite.service.control('PUT', 'faults', { failExports: false });
    expect(ran.code).toBe(5);
    expect(ran.error().message).toContain('set to fail exports');
    expect(existsSync(join(machine.cwd, 'no.txt'))).toBe(false);
  });

  it('can be fetched later', async () => {
    const machine = suite.machine();
    const ran = await machine.run(['landscape', 'export', '--type', 'llms', '--no-wait', '-o', 'json']);
    const { id } = ran.json() as { id: string };
    const status = await machine.run(['landscape', 'export-status', id, '-o', 'json']);
    expect(status.json()).toMatchObject({ id, type: 'llms' });
  });

  it('rejects a PDF on a terminal, and two names of a landscape', async () => {
    const machine = suite.machine();
    const pdf = await machine.run(['landscape', 'export', '--type', 'pdf', '--out', '-'], { tty: true });
    expect(pdf.code).toBe(2);
    const twice = ['landscape', 'export', suite.ids.landscape, '--landscape', 'other', '--type', 'llms'];
    const ran = await machine.run(twice);
    expect({ code: ran.code, sent: ran.requests }).toEqual({ code: 2, sent: [] });
  });
});

describe('object export', () => {
  it('is unchanged in a pipe, escaped on a terminal, and data in JSON', async () => {
    await suite.ask(`${latest()}/model/objects`, 'POST', evilBody());
    const machine = suite.machine();
    const run = (...more: string[]) => machine.run(['object', 'export', ...more], { transport: unescaped });
    const { stdout } = await run();
    expect(stdout).toContain(EVIL);
    expect((await run('--out', '-')).stdout).toBe(stdout);
    for (const shown of [
      await run('-o', 'table'),
      await machine.run(['object', 'export'], { tty: true, transport: unescaped }),
    ]) {
      expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Evil ') });
      expect(shown.stdout).not.toContain('\u001b[31mred');
    }
    expect((await run('-o', 'json')).json()).toEqual({ text: stdout });
  });
});

describe('import', () => {
  it('imports files in order, JSON and YAML, and reports what arrived', async () => {
    const more = { namespace: 'two', modelObjects: [{ id: 'x', name: 'Extra', type: 'domain' }] };
    const machine = machineWith({ 'one.yaml': MODEL_DOCUMENT, 'two.json': JSON.stringify(more) });
    const ran = await machine.run(['import', 'one.yaml', 'two.json', '-o', 'json']);
    expect(ran.code).toBe(0);
    expect(ran.json()).toMatchObject([
      { file: 'one.yaml', status: 'completed', entries: 4, missing: 0, problems: [] },
      { file: 'two.json', status: 'completed', entries: 1, missing: 0 },
    ]);
    expect(await namesIn('sweep')).toEqual(['Trade', 'Till', 'Clerk']);
    expect(ran.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('reads stdin, with a namespace of the command line', async () => {
    const ran = await suite.machine().run(['import', '-', '--namespace', 'piped'], { stdin: MODEL_DOCUMENT });
    expect(ran.code).toBe(0);
    expect(await namesIn('piped')).toEqual(['Trade', 'Till', 'Clerk']);
  });

  it('validates every document before the first is sent: file, line, entry', async () => {
    const wrong = 'modelObjects:\n  - id: a\n    name: A\n    type: app\n    parentId: b\n';
    const odd =
      '{\n  "modelObjects": [\n    {"id": "a", "name": "A", "type": "robot"}\n  ],\n  "more": 1\n}\n';
    const machine = machineWith({ 'good.yaml': MODEL_DOCUMENT, 'wrong.yaml': wrong, 'odd.json': odd });
    const ran = await machine.run(['import', 'good.yaml', 'wrong.yaml', '-o', 'json']);
    expect({ code: ran.code, sent: ran.requests }).toEqual({ code: 2, sent: [] });
    expect(ran.error().details).toEqual(['wrong.yaml:2 modelObjects[0] "A": Parent b not found']);
    const other = await machine.run(['import', 'odd.json', '-o', 'json']);
    expect(other.error().details).toEqual([
      expect.stringMatching(/^odd\.json:3 modelObjects\[0\]\.type: must be one of domain, /),
      'odd.json:5 more: is not a valid field',
    ]);
    expect(other.stderr).not.toContain('model apply');
    const block = await machineWith({ 'block.yaml': 'model:\n  name: A\n' }).run([
      'import',
      'block.yaml',
      '-o',
      'json',
    ]);
    expect(block.error().details).toEqual(['block.yaml:1 model: is not a valid field']);
    const none = await machine.run(['import', 'nowhere.yaml']);
    expect(none.code).toBe(2);
    const code = machineWith({ 'code.yaml': 'namespace: shop\ndomains:\n  - { id: d, name: D }\n' });
    expect((await code.run(['import', 'code.yaml'])).stderr).toContain('archctl model apply');
  });

  it('reports rejected entries by position, id and name, stops, and exits 5', async () => {
    const nested = `namespace: nested
modelObjects:
  - { id: d, name: Dom, type: domain }
  - { id: g, name: Outer, type: group, parentId: d }
  - { id: h, name: Inner, type: group, parentId: g }
`;
    const machine = machineWith({ 'nested.yaml': nested, 'next.yaml': MODEL_DOCUMENT });
    const ran = await machine.run(['import', 'nested.yaml', 'next.yaml', '-o', 'json']);
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('must be imported first');
    expect(ran.error()).toMatchObject({
      kind: 'refused',
      message:
        'nested.yaml was imported only in part: 1 of 3 entries did not arrive. 1 document after it was not sent.',
      details: ['nested.yaml:5 modelObjects[2] h "Inner": Parent g not found'],
    });
    expect(ran.json()).toMatchObject([{ file: 'nested.yaml', status: 'error', missing: 1 }]);
    // The outer group exists by now.
    expect((await machine.run(['import', 'nested.yaml'])).code).toBe(0);
  });

  it('reports missing entries that the service did not report', async () => {
    await suite.service.control('PUT', 'imports', { allOrNothing: true });
    const document = `namespace: undone
modelObjects:
  - { id: d, name: Dom, type: domain }
  - { id: s, name: Sys, type: system, parentId: d, tagIds: [nope] }
`;
    const ran = await machineWith({ 'm.yaml': document }).run(['import', 'm.yaml', '-o', 'json']);
    await suite.service.control('PUT', 'imports', { allOrNothing: false });
    expect(ran.code).toBe(5);
    expect(ran.error().details).toEqual([
      'm.yaml:4 modelObjects[1] s "Sys": tagIds[0]: nope not found',
      'm.yaml:3 modelObjects[0] "Dom": did not arrive',
    ]);
  });

  it('asks before it prunes, with the records', async () => {
    const whole = MODEL_DOCUMENT.replace('sweep', 'pruned');
    const less = `namespace: pruned\nmodelObjects:\n  - { id: trade, name: Trade, type: domain }\n`;
    const machine = machineWith({ 'whole.yaml': whole, 'less.yaml': less });
    expect((await machine.run(['import', 'whole.yaml'])).code).toBe(0);
    const no = await machine.run(['import', 'less.yaml', '--prune'], {
      tty: true,
      answers: [
        { ask: 'confirm', answer: false, message: /Delete 3 records imported under "pruned"/ } as never,
      ],
    });
    expect(no.code).not.toBe(0);
    expect(await namesIn('pruned')).toHaveLength(3);
    const silent = await machine.run(['import', 'less.yaml', '--prune']);
    expect(silent.code).toBe(2);
    expect((await machine.run(['import', 'less.yaml', '--prune', '--yes'])).code).toBe(0);
    expect(await namesIn('pruned')).toEqual(['Trade']);
    const both = await machine.run(['import', 'less.yaml', 'whole.yaml', '--prune', '--yes']);
    expect({ code: both.code, sent: both.requests }).toEqual({ code: 2, sent: [] });
  });

  it('requires an admin', async () => {
    const machine = machineWith({ 'm.yaml': MODEL_DOCUMENT });
    const ran = await machine.run(['-p', 'reader', 'import', 'm.yaml', '-o', 'json']);
    expect({ code: ran.code, kind: ran.error().kind }).toEqual({ code: 3, kind: 'auth' });
  });

  it('validates and sends nothing with --dry-run', async () => {
    const machine = machineWith({ 'm.yaml': MODEL_DOCUMENT.replace('sweep', 'dry') });
    const ran = await machine.run(['import', 'm.yaml', '--dry-run', '-o', 'json']);
    expect(ran.json()).toMatchObject({ method: 'POST', body: { namespace: 'dry' } });
    expect(await namesIn('dry')).toEqual([]);
  });
});

describe('parts of a model', () => {
  it.each(['object', 'connection'])('%s export writes the CSV that it prints', async (noun) => {
    const machine = suite.machine();
    const printed = await machine.run([noun, 'export']);
    expect(printed.stdout.split('\r\n')[0]).toMatch(/^id,name,/);
    expect((await machine.run([noun, 'export', '--out', 'table.csv'])).code).toBe(0);
    expect(machine.read('table.csv')).toBe(printed.stdout);
  });

  it('object dependencies is a table for people, and complete in JSON', async () => {
    const machine = suite.machine();
    const argv = ['object', 'dependencies', suite.ids.origin];
    const whole = (await machine.run([...argv, '-o', 'json'])).json() as Record<string, unknown[]>;
    const rows = (await machine.run(argv)).stdout.trimEnd().split('\n');
    const { incomingConnections = [], outgoingConnections = [] } = whole;
    expect(rows).toHaveLength(incomingConnections.length + outgoingConnections.length);
    expect(rows.every((row) => /^(incoming|outgoing)\t/.test(row))).toBe(true);
    const listed = await machine.run(['dependency', 'list', '--object', suite.ids.origin, '-o', 'json']);
    expect(listed.json()).toEqual({ [suite.ids.origin]: whole });
  });

  it('flow export supports three notations', async () => {
    const machine = suite.machine();
    const argv = ['flow', 'export', suite.ids.flow, '--format'];
    expect((await machine.run([...argv, 'mermaid'])).stdout).toMatch(/^sequenceDiagram\n/);
    expect((await machine.run([...argv, 'code'])).stdout).toMatch(/^@startuml\n/);
    expect((await machine.run([...argv, 'text', '-o', 'json'])).json()).toHaveProperty('text');
  });

  it('connection describe shows the text and its inputs', async () => {
    const ran = await suite
      .machine()
      .run(['connection', 'describe', suite.ids.connection, '--type', 'detailed', '-o', 'json']);
    expect(ran.json()).toMatchObject({ message: expect.stringContaining('sandbox') });
  });
});
