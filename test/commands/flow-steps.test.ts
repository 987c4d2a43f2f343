import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Flow } from '../../src/contract/resources/flow.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let here: Machine;
let latest: string;

beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
  latest = `landscapes/${suite.ids.landscape}/versions/latest`;
});
afterAll(() => suite.close());

const flowNamed = async (name: string): Promise<Flow> =>
  listOf(await suite.ask(`${latest}/flows`), 'flows').find((it) => it.name === name) as unknown as Flow;
const shown = async (name: string): Promise<string> => {
  const ran = await here.run(['flow', 'show', name, '-o', 'text']);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.stdout;
};

const BOOK = `introduction: A family books an evening crossing with their car.
Passenger -> Booking Website: Picks a sailing and enters the length of the car.
Booking Website -> Booking API: Submits the basket; deck space is held for ten minutes.
Booking API -> Payment Provider: Asks to authorise the fare.
alt: What the card issuer says.
  path: Card accepted
    Booking API -> Booking Database: Stores the booking as confirmed.
    Booking API -> Notification Worker via Booking Events: Publishes the confirmed booking.
    Notification Worker -> Message Gateway: Sends the ticket by mail and text.
  path: Card declined
    Booking API: Releases the deck space and offers another card.
`;

/** Creates a flow with these steps on the diagram of "Book a crossing". */
const create = async (name: string, ...argv: string[]): Promise<RunResult> =>
  here.run(['flow', 'create', '--name', name, '--on', 'Booking apps', ...argv]);
const stepArgs = (...steps: string[]): string[] => steps.flatMap((it) => ['--step', it]);
const update = (name: string, stdin: string, ...argv: string[]): Promise<RunResult> =>
  here.run(['flow', 'update', name, '--steps-from', '-', ...argv], { stdin });
const contentOf = async (flow: Flow): Promise<JsonObject> =>
  (await suite.ask(`${latest}/diagrams/${flow.diagramId}/content`)).diagramContent as JsonObject;

describe('flow show -o text', () => {
  it('prints each step by name', async () => {
    expect(await shown('Book a crossing')).toBe(BOOK);
  });

  it('and flow update --steps-from change nothing, for every flow', async () => {
    const flows = listOf(await suite.ask(`${latest}/flows`), 'flows');
    expect(flows.length).toBeGreaterThan(2);
    for (const before of flows) {
      const ran = await update(textOf(before, 'id'), await shown(textOf(before, 'id')));
      expect(ran.code, ran.stderr).toBe(0);
      expect((await suite.ask(`${latest}/flows/${before.id}`)).flow).toEqual(before);
    }
  });
});

describe('flow create', () => {
  it('finds objects, connections and the objects that they pass through by name', async () => {
    const steps = BOOK.trimEnd().split('\n');
    const ran = await create('Again', ...stepArgs(...steps), '-o', 'json');
    expect(ran.code, ran.stderr).toBe(0);
    expect(await shown('Again')).toBe(BOOK);
    const [original, made] = [await flowNamed('Book a crossing'), await flowNamed('Again')];
    const objects = (await contentOf(made)).objects as Record<string, JsonObject>;
    const modelIds = (flow: Flow) =>
      Object.values(flow.steps ?? {})
        .sort((a, b) => a.index - b.index)
        .map(({ originId, viaId, targetId, type }) => [
          type,
          ...[originId, viaId, targetId].map((id) => objects[id ?? '']?.modelId ?? id),
        ]);
    expect(modelIds(made)).toEqual(modelIds(original));
  });

  it('completes the object that the only connection passes through, and ignores case', async () => {
    const ran = await create('Short', ...stepArgs('booking api -> notification worker: publishes'));
    expect(ran.code, ran.stderr).toBe(0);
    expect(await shown('Short')).toBe('Booking API -> Notification Worker via Booking Events: publishes\n');
  });

  it('reads a file, with links to flows and replies', async () => {
    const steps =
      'Booking Website -> Booking API\nBooking API --> Booking Website: ok\nflow Book a crossing: then\n';
    here.write('steps.txt', steps);
    const ran = await create('From a file', '--steps-from', 'steps.txt');
    expect(ran.code, ran.stderr).toBe(0);
    expect(await shown('From a file')).toBe(steps);
  });

  it('reports the problems of all steps at once, with commands, and sends nothing', async () => {
    const steps = [
      'Booking Website -> Booking API: fine',
      'Passenger -> Booking Datbase: typo',
      'Passenger -> Booking Database: not connected',
      'Passenger -> Payment Provider via Nobody',
      'Gate Scanner -> Booking API: not drawn',
      'flow Bok a crossing',
      '[leap] from Passenger',
    ];
    const ran = await create('Wrong', ...stepArgs(...steps), '-o', 'json');
    expect(ran.code).toBe(2);
    expect(ran.requests.every(({ method }) => method === 'GET')).toBe(true);
    const { details, hint } = ran.error();
    expect(details).toEqual([
      'step 2 (Passenger -> Booking Datbase: typo): There is no object "Booking Datbase". Did you mean "Booking Database"?',
      'step 3 (Passenger -> Booking Database: not connected): There is no connection between "Passenger" and "Booking Database".',
      'step 4 (Passenger -> Payment Provider via Nobody): There is no object "Nobody".',
      'step 5 (Gate Scanner -> Booking API: not drawn): "Gate Scanner" is not on the diagram "Booking Apps".',
      'step 6 (flow Bok a crossing): There is no flow "Bok a crossing". Did you mean "Book a crossing"?',
      expect.stringContaining('There is no step type "leap"; use one of alternate-path,'),
    ]);
    expect(hint?.split('\n').map((line) => line.trim())).toEqual([
      'Try:',
      "archctl connection create Passenger 'Booking Database' --name TEXT",
      'archctl object list',
      "archctl diagram add 'Gate Scanner' --to 'Booking Apps'",
    ]);
    expect(await flowNamed('Wrong')).toBeUndefined();
  });

  it.each([
    [
      ['--step', 'Nobody -> Bookng API: asks'],
      'step 1 (Nobody -> Bookng API: asks): There is no object "Nobody". There is no object "Bookng API". Did you mean "Booking API"?',
    ],
    [['--step', 'A B'], 'step 1 (A B): it is not a step'],
    [['--step', 'A -> B', '--steps', '[]'], '--steps and --step cannot be combined'],
    [['--step', 'A -> B', '--steps-from', 'x'], '--step and --steps-from cannot be combined'],
    [['--diagram', 'Booking apps'], 'cannot be combined'],
    [['--steps-from', 'none.txt'], 'cannot read none.txt'],
  ])('rejects %j before any write', async (argv, message) => {
    const ran = await create('Wrong', ...argv);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('accepts --diagram for --on, and shows ids in a dry run', async () => {
    const argv = [
      '--name',
      'Dry',
      '--diagram',
      'booking apps',
      '--step',
      'Booking API: thinks',
      '--dry-run',
      '-o',
      'json',
    ];
    const ran = await here.run(['flow', 'create', ...argv]);
    expect(ran.code, ran.stderr).toBe(0);
    const { diagramId } = await flowNamed('Book a crossing');
    expect(ran.stdout).toContain(diagramId);
    expect(ran.stdout).not.toContain('Booking API"');
    expect(await flowNamed('Dry')).toBeUndefined();
  });

  it('escapes control characters of a step in its error', async () => {
    const ran = await create('Wrong', '--step', 'A\u001b[2J B');
    expect(ran.stderr).toContain('\\x1b[2J');
    expect(ran.stderr).not.toContain('\u001b');
  });
});

describe('flow update --steps-from', () => {
  const stepIds = async (name: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      Object.values((await flowNamed(name)).steps ?? {}).map(({ id, description }) => [description, id]),
    );

  it('keeps the ids of unchanged, moved and renamed steps and paths', async () => {
    await create('Edited', ...stepArgs(...BOOK.trimEnd().split('\n')));
    const before = await stepIds('Edited');
    const [alt] = Object.values((await flowNamed('Edited')).steps ?? {}).filter(({ paths }) => paths);
    const changed = BOOK.replace('Asks to authorise the fare.', 'Asks for the fare.')
      .replace('path: Card declined', 'path: Refused')
      .replace(/^introduction.*\n/, 'Booking API --> Booking Website: new\n')
      .concat('introduction: A family books an evening crossing with their car.\n');
    const ran = await update('Edited', changed);
    expect(ran.code, ran.stderr).toBe(0);
    expect(await shown('Edited')).toBe(changed);
    const after = await stepIds('Edited');
    const { new: added, 'Asks for the fare.': fare, ...rest } = after;
    expect(added).toBeDefined();
    const { 'Asks to authorise the fare.': old, ...same } = before;
    expect(fare).toBe(old);
    expect(rest).toEqual(same);
    const [altAfter] = Object.values((await flowNamed('Edited')).steps ?? {}).filter(({ paths }) => paths);
    expect(Object.keys(altAfter?.paths ?? {})).toEqual(Object.keys(alt?.paths ?? {}));
  });

  it('does not check steps that stay, and clears all steps for an empty text', async () => {
    await create('Kept', ...stepArgs('Booking API: first'));
    const { id, diagramId } = await flowNamed('Kept');
    const objectId = textOf(
      listOf(await suite.ask(`${latest}/model/objects`), 'modelObjects').find(
        ({ name }) => name === 'Gate Scanner',
      ),
      'id',
    );
    const loose = {
      id: 'odd',
      index: 3,
      description: 'x',
      originId: objectId,
      targetId: objectId,
      viaId: null,
      parentId: null,
      flowId: null,
      type: null,
    };
    await suite.ask(`${latest}/flows/${id}`, 'PATCH', { steps: { $add: { odd: loose } } });
    const text = await shown('Kept');
    expect(text).toBe('Booking API: first\nGate Scanner -> Gate Scanner: x\n');
    const ran = await update('Kept', `Booking API: zeroth\n${text}`);
    expect(ran.code, ran.stderr).toBe(0);
    const patch = ran.requests.find(({ method }) => method === 'PATCH');
    expect(JSON.parse(String(patch?.body)).steps.$update.odd).toEqual({ index: 2 });
    expect(diagramId).toBeDefined();
    expect((await update('Kept', '')).code).toBe(0);
    expect((await flowNamed('Kept')).steps).toEqual({});
  });

  it('is refused if someone else changes the flow meanwhile', async () => {
    await create('Raced', ...stepArgs('Booking API: first'));
    const { id } = await flowNamed('Raced');
    const ran = await here.run(['flow', 'update', 'Raced', '--steps-from', '-', '-o', 'json'], {
      stdin: 'Booking API: mine',
      transport: async (request) => {
        if (request.method === 'PATCH')
          await suite.ask(`${latest}/flows/${id}`, 'PATCH', { name: 'Raced', index: 99 });
        return suite.service.transport(request);
      },
    });
    expect(ran.error()).toMatchObject({ status: 409 });
    expect(await shown('Raced')).toBe('Booking API: first\n');
  });

  it('supports one flow at a time', async () => {
    const { id } = await flowNamed('Book a crossing');
    const ran = await here.run(['flow', 'update', id, 'Again', '--steps-from', '-', '--yes'], {
      stdin: 'A: x',
    });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('one flow at a time');
  });
});
