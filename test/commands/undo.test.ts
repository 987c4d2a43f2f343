import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, Ran, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** `archctl undo` restores what a command deleted or changed. */

let office: CommandSuite;
let machine: Machine;
beforeAll(async () => {
  office = await openCommandSuite();
  machine = office.machine();
});
afterAll(() => office.close());

const person = (line: string, options: RunOptions = {}): Promise<Ran> =>
  machine.run([...line.split(' '), '--no-color'], { tty: true, ...options });

const KINDS = {
  'model/objects': 'modelObjects',
  'model/connections': 'modelConnections',
  diagrams: 'diagrams',
  'diagram-groups': 'diagramGroups',
  flows: 'flows',
  tags: 'tags',
  'tag-groups': 'tagGroups',
  domains: 'domains',
} as const;

/** Fields that a restored record does not keep. */
const IGNORED =
  /^(commit|version|(created|updated|deleted|viewed|pinned)(At|By|ById|Via)|pinnedIndex|urlDark|urlLight)$/;

const stable = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.map(stable).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !IGNORED.test(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, stable(it)]),
  );
};

/** Every record of the version, with the contents of diagrams. */
async function everything(): Promise<unknown> {
  const base = `landscapes/${office.ids.landscape}/versions/latest`;
  const found: JsonObject[] = [];
  for (const [path, key] of Object.entries(KINDS))
    found.push(...listOf(await office.ask(`${base}/${path}`), key));
  for (const { id } of listOf(await office.ask(`${base}/diagrams`), 'diagrams'))
    found.push({ ...(await office.ask(`${base}/diagrams/${String(id)}/content`)) });
  return stable(found);
}

async function idsOf(
  path: keyof typeof KINDS,
  fits: (it: JsonObject) => boolean = () => true,
): Promise<string[]> {
  const answer = await office.ask(`landscapes/${office.ids.landscape}/versions/latest/${path}`);
  return listOf(answer, KINDS[path])
    .filter(fits)
    .map((it) => textOf(it, 'id'));
}

const isNoRoot = ({ type }: JsonObject): boolean => type !== 'root';

describe('undo', () => {
  it('restores what a random delete removed, with all references, from a person and from a script', async () => {
    const before = await everything();
    const kinds = [
      ['object', 'model/objects'],
      ['connection', 'model/connections'],
      ['diagram', 'diagrams'],
      ['diagram group', 'diagram-groups'],
      ['flow', 'flows'],
      ['tag', 'tags'],
      ['tag-group', 'tag-groups'],
    ] as const;
    const command = fc.record({
      kind: fc.constantFrom(...(kinds as readonly (readonly [string, keyof typeof KINDS])[])),
      at: fc.nat(1000),
      count: fc.integer({ min: 1, max: 3 }),
      tty: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(command, async ({ kind: [noun, path], at, count, tty }) => {
        const ids = await idsOf(path, isNoRoot);
        const some = Array.from({ length: count }, (_, more) => ids[(at + more) % ids.length] ?? '');
        const gone = await machine.run([...noun.split(' '), 'delete', ...new Set(some), '--yes'], { tty });
        expect(gone.code, gone.stderr).toBe(0);
        expect(await everything()).not.toEqual(before);
        const undone = await machine.run(['undo', '--yes'], { tty });
        expect(undone.code, undone.stderr).toBe(0);
        expect(await everything()).toEqual(before);
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  it('restores what a change of a person replaced', async () => {
    const before = await everything();
    const [diagram = ''] = await idsOf('diagrams');
    const [object] = await idsOf('model/objects', isNoRoot);
    const lines = [
      `object update ${object} --status removed --name Renamed --label a=b`,
      `diagram content replace ${diagram} --data {} --yes`,
      `diagram update ${diagram} --name Other`,
    ];
    for (const line of lines) {
      const changed = await person(line);
      expect(changed.code, changed.stderr).toBe(0);
      expect(await everything()).not.toEqual(before);
      const undone = await person('undo --yes');
      expect(undone.code, undone.stderr).toBe(0);
      expect(await everything(), line).toEqual(before);
    }
  });

  it('restores a domain with everything in it; its root object gets a new id', async () => {
    const [domain = ''] = await idsOf('domains');
    const names = async () => {
      const all = JSON.stringify(await everything());
      return [...all.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name).sort();
    };
    const before = await names();
    expect((await person(`domain delete ${domain} --yes`)).code).toBe(0);
    expect((await names()).length).toBeLessThan(before.length);
    const undone = await person('undo --yes');
    expect(undone.code, undone.stderr).toBe(0);
    expect(await names()).toEqual(before);
  });
});
