import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landscapeOf, unknownFields } from '../../src/contract/webhook.js';
import { parseBody, parseEvent } from '../../src/webhooks/parse-event.js';
import { runs } from '../support/property-runs.js';
import { webhookEvent } from '../support/webhook-schema.js';

const EVENT = {
  collection: 'model-object',
  operation: 'updated',
  organizationId: 'O',
  subscriptionId: 'S',
  resourceId: 'R',
  before: { id: 'R', name: 'A', landscapeId: 'L1' },
  after: { id: 'R', name: 'B', landscapeId: 'L2' },
};
const parsed = (value: unknown) => parseEvent(JSON.stringify(value));
const eventOf = (value: unknown) => {
  const result = parsed(value);
  if (!result.ok) throw new Error(result.message);
  return result.event;
};
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(EVENT).filter(([name]) => !names.includes(name)));

describe('an event', () => {
  it('is parsed from bytes and from text', () => {
    expect(parsed(EVENT)).toEqual({ ok: true, event: EVENT });
    expect(parseEvent(Buffer.from(JSON.stringify(EVENT)))).toEqual({ ok: true, event: EVENT });
    // A view into a larger buffer.
    const larger = Buffer.from(`xx${JSON.stringify(EVENT)}yy`);
    const view = new Uint8Array(larger.buffer, larger.byteOffset + 2, larger.byteLength - 4);
    expect(parseEvent(view)).toEqual({ ok: true, event: EVENT });
  });

  it('may have an unknown collection and operation', () => {
    const event = eventOf({ ...EVENT, collection: 'domain', operation: 'archived' });
    expect(event).toMatchObject({ collection: 'domain', operation: 'archived' });
    expect(unknownFields(event)).toEqual(['collection', 'operation']);
    expect(unknownFields(eventOf({ ...EVENT, operation: 'archived' }))).toEqual(['operation']);
    expect(unknownFields(eventOf(EVENT))).toEqual([]);
    // Names of object properties are not documented values.
    expect(unknownFields(eventOf({ ...EVENT, collection: 'constructor' }))).toEqual(['collection']);
  });

  it('keeps unknown fields, in the event and in its states', () => {
    const value = { ...EVENT, sentAt: 5, nested: { a: [1, { b: null }] }, after: { x: { y: [true] } } };
    expect(eventOf(value)).toEqual(value);
  });

  it('keeps any further JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), fc.jsonValue()), (more) => {
        const value = JSON.parse(JSON.stringify({ ...more, ...EVENT, after: more })) as unknown;
        // As text: a comparison of objects ignores a field called __proto__.
        expect(JSON.stringify(eventOf(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('has null for an absent state', () => {
    expect(eventOf(without('before'))).toEqual({ ...EVENT, before: null });
    expect(eventOf(without('after'))).toEqual({ ...EVENT, after: null });
    expect(eventOf(without('before', 'after'))).toMatchObject({ before: null, after: null });
    expect(eventOf({ ...EVENT, before: null })).toMatchObject({ before: null });
  });

  it('is parsed by hand as by the schema', () => {
    const field = fc.oneof(fc.string(), fc.jsonValue(), fc.constant(undefined));
    const state = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.constant(null), field);
    const names = ['collection', 'operation', 'organizationId', 'subscriptionId', 'resourceId'];
    const anything = fc.record({
      ...Object.fromEntries(
        names.map((name) => [name, fc.oneof({ weight: 9, arbitrary: fc.string() }, field)]),
      ),
      before: state,
      after: state,
    });
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), (given) => {
        const value = JSON.parse(JSON.stringify(given)) as unknown;
        const { success } = webhookEvent.safeParse(value);
        // The schema fills in an absent state: then the text is not the whole event.
        const isWhole =
          success && Object.hasOwn(value as object, 'before') && Object.hasOwn(value as object, 'after');
        const result = parseBody(JSON.stringify(value));
        expect(result.ok).toBe(success);
        expect(result.ok && result.text !== undefined).toBe(isWhole);
      }),
      // A field that a copy by the schema would lose.
      { numRuns: runs(150), examples: [[{ ...EVENT, before: JSON.parse('{"__proto__":null}') }]] },
    );
  });

  it('has its text only if that is the whole event', () => {
    const text = JSON.stringify(EVENT, null, 1);
    expect(parseBody(Buffer.from(text))).toEqual({ ok: true, event: EVENT, text });
    expect(parseBody(JSON.stringify(without('before')))).toMatchObject({ ok: true, text: undefined });
  });

  it('has the landscape of its newest state', () => {
    expect(landscapeOf(eventOf(EVENT))).toBe('L2');
    expect(landscapeOf(eventOf({ ...EVENT, after: null }))).toBe('L1');
    expect(landscapeOf(eventOf({ ...EVENT, before: null, after: { landscapeId: 4 } }))).toBeNull();
    expect(landscapeOf(eventOf(without('before', 'after')))).toBeNull();
  });

  it('cannot reach a prototype', () => {
    const result = parseEvent(
      `{"__proto__":{"polluted":1},${JSON.stringify(EVENT).slice(1, -1)},"extra":{"__proto__":{"polluted":2}}}`,
    );
    expect(result.ok).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    if (result.ok) expect((result.event as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('an invalid event', () => {
  it.each(
    ['collection', 'operation', 'organizationId', 'subscriptionId', 'resourceId'].flatMap((name) => [
      [`without ${name}`, without(name), name],
      [`with a number as ${name}`, { ...EVENT, [name]: 3 }, name],
      [`with null as ${name}`, { ...EVENT, [name]: null }, name],
    ]) as [string, unknown, string][],
  )('%s: names the field', (_, value, name) => {
    const result = parsed(value);
    expect(result).toMatchObject({ ok: false, reason: 'not-an-event' });
    if (!result.ok) expect(result.message).toContain(`${name}:`);
  });

  it.each([
    ['a list', []],
    ['null', null],
    ['a text', 'x'],
    ['a list as a state', { ...EVENT, before: [] }],
    ['a text as a state', { ...EVENT, after: 'x' }],
  ])('%s', (_, value) => {
    expect(parsed(value)).toMatchObject({ ok: false, reason: 'not-an-event', message: /./ });
  });

  it.each([
    ['nothing', ''],
    ['a cut body', JSON.stringify(EVENT).slice(0, -1)],
    ['two values', `${JSON.stringify(EVENT)}{}`],
    ['a form', 'a=1&b=2'],
  ])('%s is not JSON', (_, body) => {
    expect(parseEvent(body)).toMatchObject({ ok: false, reason: 'not-json' });
  });

  it('is not UTF-8', () => {
    const body = Buffer.from(JSON.stringify({ ...EVENT, resourceId: 'R\u00ff' }), 'latin1');
    expect(parseEvent(body)).toEqual({ ok: false, reason: 'not-json', message: 'The body is not UTF-8.' });
    // An overlong slash, and half of a surrogate pair.
    for (const bytes of ['c0af', 'eda080'])
      expect(parseEvent(Buffer.from(`22${bytes}22`, 'hex'))).toMatchObject({ reason: 'not-json' });
  });
});

describe('nesting', () => {
  const nested = (depth: number, open: string, close: string) =>
    `{${JSON.stringify(EVENT).slice(1, -1)},"deep":${open.repeat(depth)}1${close.repeat(depth)}}`;

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('of %s is accepted up to 200 levels and not beyond', (_, open, close) => {
    expect(parseEvent(nested(199, open, close)).ok).toBe(true);
    expect(parseEvent(nested(200, open, close))).toEqual({
      ok: false,
      reason: 'not-json',
      message: 'The body nests deeper than 200 levels.',
    });
    expect(parseEvent(nested(100_000, open, close)).ok).toBe(false);
  });

  it('ignores brackets in texts', () => {
    for (const text of [
      '['.repeat(500),
      `\\"${'{'.repeat(500)}`,
      `"${'['.repeat(500)}\\`,
      '{"a":['.repeat(300),
    ])
      expect(eventOf({ ...EVENT, text })).toMatchObject({ text });
  });

  it('decreases at the end of a level', () => {
    const value = { ...EVENT, many: Array.from({ length: 500 }, () => [[{}]]) };
    expect(eventOf(value)).toEqual(value);
  });
});
