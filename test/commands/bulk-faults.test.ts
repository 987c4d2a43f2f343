import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { bodyOfBytes } from '../../src/client/send/wire.js';
import { runs } from '../support/property-runs.js';
import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let machine: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  machine = suite.machine();
});
afterAll(() => suite.close());

/** Fate of one request: carried out or not, and the response that the caller gets. */
const FAULTS = {
  none: { isCarriedOut: true, end: undefined },
  'answer lost': { isCarriedOut: true, end: 'ECONNRESET' },
  'answer too late': { isCarriedOut: true, end: 'UND_ERR_HEADERS_TIMEOUT' },
  'request lost': { isCarriedOut: false, end: 'EPIPE' },
  'nobody listens': { isCarriedOut: false, end: 'ECONNREFUSED' },
  'too many': { isCarriedOut: false, end: 429 },
  broken: { isCarriedOut: false, end: 500 },
  'broken after all': { isCarriedOut: true, end: 503 },
} as const;
type Fault = keyof typeof FAULTS;
const fault = fc.constantFrom(...(Object.keys(FAULTS) as Fault[]));

/** A network in which each write meets the next fault. Reads, and writes after the last fault, succeed. */
function faulty(faults: readonly Fault[]): Send {
  let sent = 0;
  return async (request) => {
    const { isCarriedOut, end } = FAULTS[(request.method !== 'GET' && faults[sent++]) || 'none'];
    const response = isCarriedOut ? await suite.service.transport(request) : undefined;
    if (response && end === undefined) return response;
    if (typeof end === 'string') throw Object.assign(new TypeError('fetch failed'), { code: end });
    const body = bodyOfBytes(Buffer.from('{"message":"Not now."}'));
    return { status: Number(end), headers: {}, url: request.url, body };
  };
}

const ndjson = (records: readonly JsonObject[]): string =>
  records.map((it) => `${JSON.stringify(it)}\n`).join('');
const linesOf = (text: string): JsonObject[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JsonObject);

let rounds = 0;
/** Current objects with a common name prefix. */
const named = async (mark: string): Promise<JsonObject[]> => {
  const path = `landscapes/${suite.ids.landscape}/versions/latest/model/objects`;
  return listOf(await suite.ask(path), 'modelObjects').filter((it) => textOf(it, 'name').startsWith(mark));
};
const idsOf = (records: readonly JsonObject[]): string[] => records.map(({ id }) => String(id)).sort();

const systems = (mark: string, count: number): JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `${mark} ${at}`,
    type: 'system',
    parentId: suite.ids.root,
  }));

/** Order of some of the lines among all of them. */
const isInOrder = (places: readonly number[]): boolean =>
  places.every((place, at) => place >= 0 && (at === 0 || place > Number(places[at - 1])));

interface Round {
  verb: 'create' | 'update' | 'delete';
  count: number;
  concurrency: number;
  faults: Fault[];
}

const round: fc.Arbitrary<Round> = fc.record({
  verb: fc.constantFrom('create', 'update', 'delete'),
  count: fc.integer({ min: 1, max: 7 }),
  concurrency: fc.integer({ min: 1, max: 8 }),
  faults: fc.array(fault, { maxLength: 16 }),
});

const lost = (attempts: number): Fault[] => Array.from({ length: attempts }, () => 'answer lost');
/**
 * A rejection after a lost response may mean that the write was done, and a missing record that the id was
 * right.
 */
const KNOWN: readonly Round[] = [
  { verb: 'create', count: 1, concurrency: 1, faults: [...lost(1), 'too many', 'too many', 'too many'] },
  { verb: 'create', count: 3, concurrency: 1, faults: [...lost(1), 'broken', 'nobody listens', 'broken'] },
  { verb: 'delete', count: 2, concurrency: 1, faults: lost(6) },
];

/** Lines of a round, and the final name of each record. */
async function linesFor({ verb, count }: Round, mark: string): Promise<JsonObject[]> {
  const lines = systems(mark, count);
  if (verb === 'create') return lines;
  const file = machine.write('made.ndjson', ndjson(lines));
  const made = await machine.run(['object', 'create', '--data', `@${file}`, '-o', 'json']);
  const ids = (made.json() as JsonObject[]).map(({ id }) => id);
  return verb === 'delete'
    ? ids.map((id) => ({ id }))
    : ids.map((id, at) => ({ id, name: `${mark} ${at}`, description: 'Changed' }));
}

const feed = (verb: string, stdin: string, concurrency: number, transport: Send): Promise<RunResult> => {
  const options = ['--data', '-', '--failures', 'left.ndjson', '--concurrency', `${concurrency}`];
  return machine.run(['object', verb, ...options, '--yes', '-o', 'json'], { stdin, transport });
};

test('whatever the network does, each line is carried out once, reported in order, and the saved rest completes it', async () => {
  await fc.assert(
    fc.asyncProperty(round, async (given) => {
      const mark = `Round ${++rounds}:`;
      const lines = await linesFor(given, mark);
      const key = given.verb === 'create' ? 'name' : 'id';
      const transport = faulty(given.faults);
      let stdin = ndjson(lines);
      const reported: unknown[] = [];
      // Each run uses up faults, so that they end.
      for (let turn = 0; stdin !== ''; turn += 1) {
        expect(turn).toBeLessThan(given.faults.length + 2);
        const ran = await feed(given.verb, stdin, given.concurrency, transport);
        const answers = ran.json() as JsonObject[];
        const left = linesOf(machine.read('left.ndjson'));
        const fed = linesOf(stdin);
        const places = (records: readonly JsonObject[]) =>
          records.map((it) => fed.findIndex((line) => line[key] === it[key]));
        expect(isInOrder(places(answers)) && isInOrder(places(left))).toBe(true);
        expect(answers.length + left.length, ran.stderr).toBe(fed.length);
        expect(ran.code === 0).toBe(left.length === 0);
        expect([0, 5, 6]).toContain(ran.code);
        reported.push(...answers.map((it) => it[key]));
        stdin = machine.read('left.ndjson');
      }
      expect([...reported].sort()).toEqual(lines.map((it) => it[key]).sort());
      const there = await named(mark);
      if (given.verb === 'create')
        expect(there.map(({ name }) => name).sort()).toEqual(lines.map(({ name }) => name).sort());
      if (given.verb === 'update') {
        expect(idsOf(there)).toEqual(idsOf(lines));
        expect(there.every(({ description }) => description === 'Changed')).toBe(true);
      }
      if (given.verb === 'delete') expect(there).toEqual([]);
    }),
    { numRuns: runs(14), examples: KNOWN.map((it) => [it]), endOnFailure: true },
  );
});
