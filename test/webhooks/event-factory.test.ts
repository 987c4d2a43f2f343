import { describe, expect, it } from 'vitest';
import { dashed } from '../../src/contract/doc.js';
import { FAMILIES } from '../../src/contract/families.js';
import {
  WEBHOOK_COLLECTIONS,
  WEBHOOK_OPERATIONS,
  type WebhookCollection,
  type WebhookOperation,
} from '../../src/contract/webhook.js';
import { type EventTemplate, makeEvent, setFields } from '../../src/webhooks/build/event-factory.js';
import { parseEvent } from '../../src/webhooks/parse-event.js';

const NOW = new Date('2026-01-02T03:04:05.678Z');
/** A reproducible random generator. */
const numbers = () => {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
};
const make = (wish: Partial<EventTemplate> = {}) =>
  makeEvent({
    collection: 'model-object',
    operation: 'updated',
    random: numbers(),
    now: () => NOW,
    ...wish,
  });
/** Family of each collection, whose schema its records match. */
const FAMILY_OF = Object.fromEntries(FAMILIES.map((family) => [dashed(family.shape.singular), family]));
const KINDS = WEBHOOK_COLLECTIONS.flatMap((collection) =>
  WEBHOOK_OPERATIONS.map((operation): [WebhookCollection, WebhookOperation] => [collection, operation]),
);

describe.each(KINDS)('a %s that was %s', (collection, operation) => {
  const event = make({ collection, operation });

  it('matches its schema', () => {
    expect(parseEvent(JSON.stringify(event))).toEqual({ ok: true, event });
    expect(event).toMatchObject({ collection, operation });
  });

  it('has the states of its operation', () => {
    const states = [event.before !== null, event.after !== null];
    expect(states).toEqual(
      { created: [false, true], updated: [true, true], deleted: [true, false] }[operation],
    );
    for (const state of [event.before, event.after]) {
      if (state === null) continue;
      expect(state.id).toBe(event.resourceId);
      expect(FAMILY_OF[collection]?.shape.resource.safeParse(state).error).toBeUndefined();
      expect(Date.parse(String(state.createdAt))).toBeLessThanOrEqual(NOW.getTime());
    }
  });

  it('has the given ids of scopes, or generated ones', () => {
    const { organizationId, subscriptionId, resourceId } = event;
    for (const id of [organizationId, subscriptionId, resourceId]) expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(new Set([organizationId, subscriptionId, resourceId]).size).toBe(3);
    const placed = make({
      collection,
      operation,
      organizationId: 'O',
      subscriptionId: 'S',
      landscapeId: 'L',
    });
    expect(placed).toMatchObject({ organizationId: 'O', subscriptionId: 'S' });
    expect((placed.after ?? placed.before)?.landscapeId).toBe('L');
  });
});

describe('an update', () => {
  it.each(WEBHOOK_COLLECTIONS)('of a %s changes something, and increments the commit', (collection) => {
    const { before, after } = make({ collection });
    expect(after?.name).not.toBe(before?.name);
    expect(after?.commit).toBe(Number(before?.commit) + 1);
    expect(after?.updatedAt).toBe(NOW.toISOString());
    expect(Object.keys(after ?? {}).sort()).toEqual(Object.keys(before ?? {}).sort());
  });

  it('differs for other random numbers', () => {
    const random = numbers();
    expect(make({ random }).resourceId).not.toBe(make({ random }).resourceId);
    expect(make()).toEqual(make());
  });
});

describe('given fields', () => {
  const set = (fields: Record<string, string>, operation: WebhookOperation = 'updated') =>
    setFields(make({ operation }), fields);

  it('are JSON if they parse, otherwise text', () => {
    const event = set({
      'after.name': 'Shop',
      'after.external': 'true',
      'after.tagIds': '["a"]',
      'after.caption': '"true"',
      'after.icon': 'null',
      organizationId: 'O=1',
    });
    expect(event.organizationId).toBe('O=1');
    expect(event.after).toMatchObject({
      name: 'Shop',
      external: true,
      tagIds: ['a'],
      caption: 'true',
      icon: null,
    });
    expect(event.before).toEqual(make().before);
  });

  it('may be new, nested, and within null', () => {
    const event = set({
      'before.a.b.c': '1',
      'after.icon.name': 'bug',
      'extra.x': '[]',
      'after.labels.env': 'live',
    });
    expect(event.before).toMatchObject({ a: { b: { c: 1 } } });
    expect(event.after).toMatchObject({ icon: { name: 'bug' }, labels: { env: 'live' } });
    expect(event.extra).toEqual({ x: [] });
    expect(set({ 'before.name': 'x' }, 'created').before).toEqual({ name: 'x' });
  });

  it('may be an item of a list', () => {
    const event = setFields(make(), { 'after.tagIds': '["a","b"]', 'after.tagIds.1': 'c' });
    expect(event.after?.tagIds).toEqual(['a', 'c']);
  });

  it('are set on a copy', () => {
    const event = make();
    setFields(event, { 'after.name': 'Shop', 'after.labels.x': 'y' });
    expect(event).toEqual(make());
  });

  it.each(['after.name.first', 'resourceId.x', 'after.commit.x', 'after.external.x'])(
    'cannot be within a scalar: %s',
    (path) => {
      expect(() => set({ [path]: '1' })).toThrow(
        expect.objectContaining({ kind: 'usage', message: expect.stringContaining(`"${path}"`) }),
      );
    },
  );

  it.each(['', '.', 'after.', '.after', 'after..name'])('need a path: "%s"', (path) => {
    expect(() => set({ [path]: '1' })).toThrow(expect.objectContaining({ kind: 'usage' }));
  });

  it('cannot reach a prototype', () => {
    for (const path of [
      '__proto__.polluted',
      'after.__proto__.polluted',
      'after.constructor.prototype.polluted',
    ]) {
      const event = set({ [path]: '1' });
      expect(({} as Record<string, unknown>).polluted, path).toBeUndefined();
      expect(JSON.stringify(event)).toContain('"polluted":1');
    }
    expect(Object.getPrototypeOf(set({ __proto__: '1' } as never))).toBe(Object.prototype);
  });
});
