import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

interface Change {
  kind: string;
  change: string;
  name: string;
  fields: { field: string; from: unknown; to: unknown }[];
}

let suite: CommandSuite;
let latest: string;
beforeAll(async () => {
  suite = await openCommandSuite();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
  await drawTwice();
  await frozen('Frozen');
});
afterAll(() => suite.close());

const run = (argv: string[], tty = false) =>
  suite.machine().run(argv, tty ? { tty: true, width: 100 } : undefined);

const frozen = (name: string) =>
  suite.ask(`landscapes/${suite.ids.landscape}/versions`, 'POST', {
    name,
    notes: 'As it is now.',
    modelHandleId: null,
  });

/** An object that is twice on the diagram of the flow, with messages that start at either. */
async function drawTwice(): Promise<void> {
  const { flow: id } = suite.ids;
  const flow = (await suite.ask(`${latest}/flows/${id}`)).flow as JsonObject;
  const content = `${latest}/diagrams/${flow.diagramId}/content`;
  const { objects } = (await suite.ask(content)).diagramContent as { objects: Record<string, JsonObject> };
  const again = { ...Object.values(objects)[0], id: 'DrawnTwice0000000001', x: 9000, y: 9000 };
  await suite.ask(content, 'PATCH', { objects: { $add: { DrawnTwice0000000001: again } } });
  const steps = Object.entries(flow.steps as Record<string, JsonObject>).filter(
    ([, { type }]) => type === 'outgoing',
  );
  const drawings = [...Object.keys(objects).slice(0, 1), 'DrawnTwice0000000001'];
  const moved = drawings.map((originId, at) => [steps[at]?.[0], { originId }]);
  await suite.ask(`${latest}/flows/${id}`, 'PATCH', { steps: { $update: Object.fromEntries(moved) } });
}

test('a version and its snapshot are equal, including diagram content', async () => {
  const ran = await run(['version', 'diff', 'Frozen', '--layout', '-o', 'json']);
  expect(ran.json()).toEqual([]);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const shown = await run(['version', 'diff', 'Frozen', 'latest']);
  expect(shown).toMatchObject({ code: 0, stdout: 'Frozen → latest: no differences\n' });
  // Only if a flow refers to diagram content that no list contains.
  expect(shown.requests.filter(({ url }) => url.pathname.endsWith('/content'))).toHaveLength(2);
});

describe('differences', () => {
  beforeAll(async () => {
    const { origin, connection, spareObject, tag, root, flow, diagram } = suite.ids;
    await suite.ask(`${latest}/model/objects/${origin}`, 'PATCH', {
      name: 'Bridge\u001b[2J',
      status: 'future',
      tagIds: { $add: [tag] },
      description: 'What it is. '.repeat(20),
    });
    await suite.ask(`${latest}/model/connections/${connection}`, 'PATCH', { direction: 'bidirectional' });
    await run(['object', 'delete', spareObject, '--yes']);
    const made = { name: 'Harbour', type: 'system', parentId: root };
    const { modelObject } = await suite.ask(`${latest}/model/objects`, 'POST', made);
    const drawn = { id: 'DrawnHarbour00000001', type: 'system', shape: 'box', x: 5000, y: 5000 };
    const modelId = textOf(modelObject, 'id');
    await suite.ask(`${latest}/diagrams/${diagram}/content`, 'PATCH', {
      objects: { $add: { DrawnHarbour00000001: { ...drawn, modelId } } },
    });
    const steps = (await suite.ask(`${latest}/flows/${flow}`)).flow as { steps: Record<string, JsonObject> };
    const [step] = Object.keys(steps.steps);
    await suite.ask(`${latest}/flows/${flow}`, 'PATCH', {
      steps: { $update: { [String(step)]: { description: 'Another description' } } },
    });
  });

  test('differences are a result; --exit-code makes them exit code 8, without an error', async () => {
    const argv = ['version', 'diff', 'Frozen'];
    expect(await run(argv)).toMatchObject({ code: 0, stderr: '' });
    expect(await run([...argv, '--exit-code'])).toMatchObject({ code: 8, stderr: '' });
    expect(await run([...argv, '--exit-code', '-o', 'json'])).toMatchObject({ code: 8, stderr: '' });
    const message = 'The versions differ: 1 added, 2 removed, 4 changed.\n';
    expect(await run([...argv, '-o', 'table'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(message),
    });
    expect(await run(['version', 'diff', 'latest', 'latest', '--exit-code'])).toMatchObject({ code: 0 });
  });

  test('data lists each field by handle', async () => {
    const ran = await run(['version', 'diff', 'Frozen', 'latest', '-o', 'json']);
    const changes = ran.json() as Change[];
    expect(changes.map(({ kind, change, name }) => `${kind} ${change}: ${name}`)).toEqual([
      'object changed: Bridge\u001b[2J',
      'object added: Harbour',
      'object removed: Spare',
      expect.stringMatching(/^connection changed: /),
      'connection removed: Spares',
      expect.stringMatching(/^diagram changed: /),
      expect.stringMatching(/^flow changed: /),
    ]);
    const handle = textOf((await suite.ask(`${latest}/tags/${suite.ids.tag}`)).tag, 'handleId');
    const fields = changes[0]?.fields ?? [];
    expect(fields.map(({ field }) => field)).toEqual(['description', 'name', 'status', 'tagIds']);
    expect(fields[2]).toEqual({ field: 'status', from: 'live', to: 'future' });
    expect(fields[3]?.to).toContain(handle);
    expect(changes[1]?.fields).toContainEqual({ field: 'type', from: null, to: 'system' });
    const back = (await run(['version', 'diff', 'latest', 'Frozen', '-o', 'json'])).json() as Change[];
    expect(back.map(({ change }) => change).filter((it) => it === 'added')).toHaveLength(2);
  });

  test('people see names, truncated to the width, and a pipe the same without colours', async () => {
    const shown = await run(['version', 'diff', 'Frozen'], true);
    expect(shown.stdout).toContain('\u001b[32m  + Harbour');
    const { stdout } = await run(['version', 'diff', 'Frozen', '--no-color'], true);
    expect(stdout).toMatch(/^Frozen → latest\n\n3 objects\n {2}~ Bridge\\x1b\[2J\n/);
    expect(stdout).toMatch(/\n\n1 added, 2 removed, 4 changed\.\n$/);
    expect(stdout).toMatch(/\n {6}description: Sells .*… → What it is\. .*…\n/);
    expect(stdout).toMatch(/\n {6}status: live → future\n {6}tags: \+ \w+\n {2}\+ Harbour {2}system in /);
    expect(stdout).toMatch(/\n {2}- Spares {2}Bridge\\x1b\[2J → Spare\n/);
    expect(stdout).toMatch(
      /\n {2}~ [\w ]+ {2}[\w ]+ → Bridge\\x1b\[2J\n {6}direction: outgoing → bidirectional\n/,
    );
    expect(stdout).toMatch(/\n {6}objects on the diagram: \+ Harbour\n/);
    expect(stdout).toMatch(/\n {6}steps\.[\w ]+\.description: .* → Another description\n/);
    expect(stdout).not.toMatch(/\w{20}/);
    const piped = await run(['version', 'diff', 'Frozen']);
    expect(piped.stdout).toContain(`→ ${'What it is. '.repeat(20).trim()}`);
  });

  test('--layout shows positions, --ids the handles', async () => {
    const args = ['version', 'diff', 'Frozen', '--layout', '--ids', '--no-color'];
    const { stdout } = await run(args, true);
    expect(stdout).toMatch(/\n {6}objects\.Harbour \(\w{20}\) box: - → .*width=256/);
    expect(stdout).toMatch(/\n {2}\+ Harbour .* \w{20}\n/);
  });

  test('a dry run of a revert shows its changes, and sends no write', async () => {
    const args = ['version', 'revert', 'Frozen', '--dry-run', '--no-color'];
    const ran = await run(args, true);
    expect(ran.stdout).toMatch(/^Reverting the live model to Frozen\n\n/);
    expect(ran.stdout).toMatch(/\n\n2 added, 1 removed, 4 changed\.\n$/);
    expect(ran.stdout).toMatch(/\n {6}status: future → live\n/);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing was changed') });
    expect(new Set(ran.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    const { handleId } = (await suite.ask(`${latest}/diagrams/${suite.ids.diagram}`)).diagram as JsonObject;
    const part = await run([...args, '--diagram', String(handleId)], true);
    expect(part.stdout).toMatch(/~ Booking\n/);
    expect(part.stdout).toMatch(/objects\.Harbour box: .* → -\n/);
    expect(part.stdout).not.toMatch(/[+-] (Harbour|Spare)\b/);
    expect((await run(args)).stdout).toMatch(/^method\tPOST\n/);
  });
});

test('labels that identify records do not hide other changes; data contains them', async () => {
  await frozen('Unlabelled');
  const tags = listOf(await suite.ask(`${latest}/tags`), 'tags').slice(0, 6);
  for (const { id } of tags) {
    const labels = { imported: 'true', 'import-namespace': 'ours', 'import-original-id': id };
    await suite.ask(`${latest}/tags/${id}`, 'PATCH', { labels });
  }
  await suite.ask(`${latest}/tags/${tags[0]?.id}`, 'PATCH', { name: 'Renamed' });
  const { stdout } = await run(['version', 'diff', 'Unlabelled', '--no-color'], true);
  expect(stdout.split('\n').map((it) => it.replace(/name: .* →/, 'name: … →'))).toEqual([
    'Unlabelled → latest',
    '',
    '1 tag',
    '  ~ Renamed',
    '      name: … → Renamed',
    '',
    'Labels set by imports and models as code changed on 6 records (-o json shows them).',
    '',
    '6 changed.',
    '',
  ]);
  const { fields } = (
    (await run(['version', 'diff', 'Unlabelled', '-o', 'json'])).json() as Change[]
  )[1] as Change;
  expect(fields.map(({ field }) => field)).toContain('labels.import-original-id');
});

test('a missing version is an error, and not a difference', async () => {
  const ran = await run(['version', 'diff', 'Nowhere', 'latest', '-o', 'json']);
  expect(ran).toMatchObject({ code: 4, stdout: '' });
});
