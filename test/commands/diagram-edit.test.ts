import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../support/sandbox.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
const opened: CommandSuite[] = [];
beforeEach(async () => {
  suite = await openCommandSuite();
  opened.push(suite);
  here = suite.machine();
});
afterAll(async () => {
  for (const it of opened) await it.close();
});

interface Drawn extends JsonObject {
  id: string;
  modelId: string;
  shape: string;
  x: number;
  y: number;
  width: number;
  height: number;
  originId: string;
  targetId: string;
}
interface Content {
  commit: number;
  objects: Record<string, Drawn>;
  connections: Record<string, Drawn>;
}

const json = async (...argv: string[]): Promise<JsonObject> => {
  const ran = await here.run([...argv, '-o', 'json']);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.json() as JsonObject;
};
const idOf = async (name: string): Promise<string> => String((await json('object', 'get', name)).id);
const contentOf = async (name: string): Promise<Content> =>
  (await json('diagram', 'content', 'get', name)) as unknown as Content;
const writes = (requests: readonly { method: string }[]) => requests.filter(({ method }) => method !== 'GET');
const create = (...argv: string[]) =>
  here.run(['diagram', 'create', 'Sketch', '--of', 'Booking', ...argv], {});

/** True if no two boxes overlap. */
const isApart = (boxes: readonly Drawn[]): boolean =>
  boxes.every((a, at) =>
    boxes
      .slice(at + 1)
      .every(
        (b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
      ),
  );

describe('diagram create --of --add', () => {
  it('draws the objects and the connections between them in one request', async () => {
    const ran = await create('--add', 'Booking API', '--add', 'Booking Database');
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(writes(ran.requests)).toHaveLength(1);
    const diagram = await json('diagram', 'get', 'Sketch');
    expect(diagram).toMatchObject({ type: 'app-diagram', modelId: await idOf('Booking') });
    const { objects, connections } = await contentOf('Sketch');
    const boxes = Object.values(objects);
    expect(boxes.map(({ modelId }) => modelId).sort()).toEqual(
      [await idOf('Booking API'), await idOf('Booking Database')].sort(),
    );
    expect(isApart(boxes)).toBe(true);
    const between = (await json(
      ...['connection', 'list', '--between', 'Booking API', 'Booking Database'],
    )) as unknown as JsonObject[];
    expect(
      Object.values(connections)
        .map(({ modelId }) => modelId)
        .sort(),
    ).toEqual(between.map(({ id }) => id).sort());
    expect(ran.stderr).toMatch(/^✓ Created diagram "Sketch" \(\w+\) with 2 objects and 1 connection\.\n$/);
  });

  it('prints one line with counts and how to see it, for a person', async () => {
    const argv = ['diagram', 'create', 'Board', '--of', 'Booking', '--add', 'Booking API', '--no-color'];
    const ran = await here.run([...argv, '--add', 'Booking Database'], { tty: true });
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toBe(
      '✓ Created diagram Board in Booking with 2 objects and 1 connection\n  see it: archctl diagram export Board\n',
    );
    const empty = await here.run(['diagram', 'create', 'Blank', '--of', 'Booking', '--no-color'], {
      tty: true,
    });
    expect(empty.stderr).toContain('✓ Created diagram Blank in Booking\n');
  });

  it.each([
    ['add', 'Booking Events', '--to', 'Booking API Components'],
    ['layout', 'Booking API Components', '--all'],
    ['remove', 'Booking Events', '--from', 'Booking API Components', '--yes'],
  ])('%s prints one line with counts and the link, and no record', async (...argv) => {
    await here.run(['profile', 'set', 'web-url', 'https://app.example.com']);
    const ran = await here.run(['diagram', ...argv, '--no-color'], { tty: true });
    await here.run(['profile', 'unset', 'web-url']);
    expect([ran.stdout, ran.code]).toEqual(['', 0]);
    expect(ran.stderr).toMatch(/^✓ [^\n]+\n {2}https:\/\/app\.example\.com\/\S+\n(undo: archctl undo\n)?$/);
  });

  it('accepts --model and --name as before, and refuses both spellings of the name', async () => {
    const old = ['diagram', 'create', '--name', 'Old', '--model', 'Booking', '--index', '0'];
    expect(await json(...old)).toMatchObject({ type: 'app-diagram', index: 0 });
    expect((await create('--name', 'X')).code).toBe(2);
  });

  it('draws an object around its parts', async () => {
    await create('--add', 'Booking', '--add', 'Booking API');
    const { objects } = await contentOf('Sketch');
    const [area] = Object.values(objects).filter(({ shape }) => shape === 'area');
    const booking = await idOf('Booking');
    expect(area).toMatchObject({ id: `${booking}-area`, modelId: booking });
  });

  it('refuses objects that the type does not show, and writes nothing', async () => {
    const ran = await here.run([
      ...['diagram', 'create', 'Wide', '--of', 'Passenger Travel', '--type', 'context-diagram'],
      ...['--add', 'Booking API'],
    ]);
    expect(ran).toMatchObject({ code: 2 });
    expect(writes(ran.requests)).toEqual([]);
    expect(ran.stderr).toMatch(
      /"Booking API"( \(\w+\))? is an app, which a context diagram does not show; draw "Booking"/,
    );
  });

  it('refuses an owner without diagrams', async () => {
    const actors = (await json('object', 'list', '--type', 'actor')) as unknown as JsonObject[];
    const ran = await here.run(['diagram', 'create', 'X', '--of', String(actors[0]?.id)]);
    expect(ran).toMatchObject({ code: 2 });
    expect(ran.stderr).toContain('which has no diagrams of its own');
    expect(writes(ran.requests)).toEqual([]);
  });

  it('prints the request in a dry run', async () => {
    const ran = await create('--add', 'Booking API', '--dry-run', '-o', 'json');
    const printed = ran.json() as { method: string; body: JsonObject };
    expect(printed).toMatchObject({ method: 'POST', body: { type: 'app-diagram' } });
    expect(Object.keys(printed.body.objects as JsonObject)).toHaveLength(1);
    expect(writes(ran.requests)).toEqual([]);
  });
});

describe('diagram add', () => {
  it('draws beside what is there, and keeps it in place', async () => {
    await create('--add', 'Booking API');
    const before = await contentOf('Sketch');
    const added = await json('diagram', 'add', 'Booking Database', 'Booking API', '--to', 'Sketch');
    const after = await contentOf('Sketch');
    expect(after.objects).toMatchObject(before.objects);
    expect(isApart(Object.values(after.objects))).toBe(true);
    expect(added).toMatchObject({
      objectIds: [await idOf('Booking Database')],
      skippedIds: [await idOf('Booking API')],
      commit: after.commit,
    });
    expect(added.connectionIds).toHaveLength(Object.keys(after.connections).length);
    expect(Object.keys(after.connections).length).toBeGreaterThan(0);
  });

  it('reports what is drawn already, and sends nothing', async () => {
    await create('--add', 'Booking API');
    const ran = await here.run(['diagram', 'add', 'Booking API', '--to', 'Sketch']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain('Drew nothing new on "Sketch"');
    expect(ran.stderr).toContain('already drawn');
    expect(writes(ran.requests)).toEqual([]);
  });

  it('draws a connection that was created later', async () => {
    await create('--add', 'Booking API', '--add', 'Booking Database');
    const before = await contentOf('Sketch');
    await json('connection', 'create', 'Booking API', 'Booking Database', '--name', 'archives');
    const added = await json('diagram', 'add', 'Booking API', '--to', 'Sketch');
    expect(added).toMatchObject({ objectIds: [] });
    expect(added.connectionIds).toHaveLength(1);
    const after = await contentOf('Sketch');
    expect(Object.keys(after.connections)).toHaveLength(Object.keys(before.connections).length + 1);
  });

  it('draws the neighbours that the type shows', async () => {
    await create();
    const added = await json('diagram', 'add', 'Booking API', '--to', 'Sketch', '--with-neighbours');
    const lines = (await json('connection', 'list', '--object', 'Booking API')) as unknown as JsonObject[];
    const api = await idOf('Booking API');
    const around = new Set(lines.flatMap(({ originId, targetId }) => [originId, targetId]));
    const objects = (await json('object', 'list')) as unknown as JsonObject[];
    const shown = objects.filter(({ id, type }) => around.has(id) && type !== 'component');
    expect((added.objectIds as string[]).toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
    expect(added.objectIds).toContain(api);
  });

  it('is refused if someone else changed the diagram meanwhile', async () => {
    await create('--add', 'Booking API');
    const { id } = await json('diagram', 'get', 'Sketch');
    const path = `landscapes/${suite.ids.landscape}/versions/latest/diagrams/${id}/content`;
    const before = await contentOf('Sketch');
    const [key = ''] = Object.keys(before.objects);
    const dry = await here.run([
      'diagram',
      'add',
      'Booking Database',
      '--to',
      'Sketch',
      '--dry-run',
      '-o',
      'json',
    ]);
    const { body } = dry.json() as { body: JsonObject };
    await suite.ask(path, 'PATCH', { objects: { $update: { [key]: { x: 5000 } } } });
    await expect(suite.ask(path, 'PATCH', body)).rejects.toMatchObject({ facts: { status: 409 } });
    expect(Object.keys((await contentOf('Sketch')).objects)).toEqual([key]);
  });

  it('names hostile text safely', async () => {
    await json('object', 'create', 'Evil\u001b[31m', '--type', 'app', '--parent', 'Booking');
    await create();
    const ran = await here.run(['diagram', 'add', 'Evil\u001b[31m', '--to', 'Sketch']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).not.toContain('\u001b[31m');
  });
});

describe('diagram remove', () => {
  it('removes an object with its lines, not from the model', async () => {
    await create('--add', 'Booking API', '--add', 'Booking Database');
    const before = await contentOf('Sketch');
    const removed = await json(
      'diagram',
      'remove',
      'Booking Database',
      'Notification Worker',
      '--from',
      'Sketch',
    );
    expect(removed).toMatchObject({
      objectIds: [await idOf('Booking Database')],
      skippedIds: [await idOf('Notification Worker')],
    });
    expect(removed.connectionIds).toHaveLength(Object.keys(before.connections).length);
    const after = await contentOf('Sketch');
    expect(Object.values(after.objects).map(({ modelId }) => modelId)).toEqual([await idOf('Booking API')]);
    expect(after.connections).toEqual({});
  });

  it('removes a connection by its name', async () => {
    await create('--add', 'Booking API', '--add', 'Booking Database');
    await json('connection', 'create', 'Booking API', 'Booking Database', '--name', 'archives rows');
    await json('diagram', 'add', 'Booking API', '--to', 'Sketch');
    const removed = await json('diagram', 'remove', 'Archives rows', '--from', 'Sketch');
    expect(removed).toMatchObject({ objectIds: [] });
    expect(removed.connectionIds).toHaveLength(1);
    expect(Object.keys((await contentOf('Sketch')).objects)).toHaveLength(2);
  });

  it('reports what the diagram does not show, and sends nothing', async () => {
    await create('--add', 'Booking API');
    const ran = await here.run(['diagram', 'remove', 'Notification Worker', '--from', 'Sketch']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain('is not on the diagram');
    expect(writes(ran.requests)).toEqual([]);
  });

  it('reports an unknown name', async () => {
    await create('--add', 'Booking API');
    const ran = await here.run(['diagram', 'remove', 'Bookng API', '--from', 'Sketch']);
    expect(ran).toMatchObject({ code: 4 });
    expect(ran.stderr).toContain('There is no object or connection "Bookng API"');
    expect(ran.stderr).toContain('Did you mean "Booking API"?');
    expect(writes(ran.requests)).toEqual([]);
  });

  it('names the flows that use it before the removal', async () => {
    await create('--add', 'Booking API', '--add', 'Booking Database');
    const { id } = await json('diagram', 'get', 'Sketch');
    const step = {
      id: 'one',
      index: 0,
      description: 'Reads',
      type: 'outgoing',
      originId: await idOf('Booking API'),
      targetId: await idOf('Booking Database'),
    };
    const flow = JSON.stringify({ name: 'Reading', diagramId: id, steps: { one: step } });
    await json('flow', 'create', '--data', flow);
    const line = ['diagram', 'remove', 'Booking Database', '--from', 'Sketch'];
    const refused = await here.run(line);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('1 step of the flow "Reading');
    expect(writes(refused.requests)).toEqual([]);
    expect(await here.run([...line, '--yes'])).toMatchObject({ code: 0 });
  });
});

describe('diagram layout', () => {
  it('keeps every position by default', async () => {
    await create('--add', 'Booking API', '--add', 'Booking Database');
    const ran = await here.run(['diagram', 'layout', 'Sketch']);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).toContain('Every object on "Sketch"');
    expect(writes(ran.requests)).toEqual([]);
  });

  it('moves boxes that are drawn exactly on another one', async () => {
    await create('--add', 'Booking API', '--add', 'Booking Database', '--add', 'Notification Worker');
    const { id } = await json('diagram', 'get', 'Sketch');
    const before = await contentOf('Sketch');
    const path = `landscapes/${suite.ids.landscape}/versions/latest/diagrams/${id}/content`;
    const zero = Object.keys(before.objects).map((key) => [key, { x: 0, y: 0 }]);
    await suite.ask(path, 'PATCH', { objects: { $update: Object.fromEntries(zero) } });
    const placed = await json('diagram', 'layout', 'Sketch');
    expect(placed.objectIds).toHaveLength(2);
    const boxes = Object.values((await contentOf('Sketch')).objects);
    expect(isApart(boxes)).toBe(true);
    expect(boxes.filter(({ x, y }) => x === 0 && y === 0)).toHaveLength(1);
  });

  it('--all lays out everything in a direction', async () => {
    await create('--add', 'Booking API', '--add', 'Booking Database');
    const spread = async (direction: string) => {
      await json('diagram', 'layout', 'Sketch', '--all', '--direction', direction);
      const [a, b] = Object.values((await contentOf('Sketch')).objects);
      return { x: Math.abs((a?.x ?? 0) - (b?.x ?? 0)), y: Math.abs((a?.y ?? 0) - (b?.y ?? 0)) };
    };
    const right = await spread('right');
    const down = await spread('down');
    expect(right.x).toBeGreaterThan(right.y);
    expect(down.y).toBeGreaterThan(down.x);
  });

  it('refuses --all with --keep', async () => {
    const ran = await here.run(['diagram', 'layout', 'Booking Apps', '--all', '--keep']);
    expect(ran).toMatchObject({ code: 2 });
    expect(writes(ran.requests)).toEqual([]);
  });
});
