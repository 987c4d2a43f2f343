import { describe, expect, it } from 'vitest';
import {
  landscapeOf,
  signatureHeaders,
  TOLERANCE_SECONDS,
  unknownFields,
  WEBHOOK_COLLECTIONS,
} from '../../src/contract/webhook.js';
import { webhookEvent } from '../support/webhook-schema.js';

const event = {
  collection: 'model-object',
  operation: 'created',
  organizationId: 'o',
  subscriptionId: 's',
  resourceId: 'r',
  before: null,
  after: { id: 'r', landscapeId: 'l' },
};

it('knows the seven collections of the API reference', () => {
  expect(WEBHOOK_COLLECTIONS).toEqual([
    'model-object',
    'model-connection',
    'diagram',
    'diagram-group',
    'flow',
    'tag',
    'tag-group',
  ]);
});

describe('the event schema', () => {
  it('reads the seven documented fields', () => {
    expect(webhookEvent.parse(event)).toEqual(event);
  });

  it.each(['before', 'after'])('sets a missing %s to null', (field) => {
    const { [field]: _gone, ...rest } = event as Record<string, unknown>;
    expect(webhookEvent.parse(rest)).toMatchObject({ [field]: null });
  });

  it('keeps unknown fields, collections and operations', () => {
    const grown = { ...event, collection: 'domain', operation: 'moved', region: { eu: true } };
    const parsed = webhookEvent.parse(grown);
    expect(parsed).toEqual(grown);
    expect(unknownFields(parsed)).toEqual(['collection', 'operation']);
    for (const collection of WEBHOOK_COLLECTIONS)
      expect(unknownFields({ collection, operation: 'deleted' })).toEqual([]);
  });

  it.each([
    ['a list', []],
    ['null', null],
    ['no resource', { ...event, resourceId: undefined }],
    ['a number for text', { ...event, collection: 1 }],
    ['a list for a state', { ...event, after: [] }],
  ])('rejects %s', (_, value) => {
    expect(webhookEvent.safeParse(value).success).toBe(false);
  });
});

it('finds the landscape in either state', () => {
  expect(landscapeOf({ before: null, after: { landscapeId: 'a' } })).toBe('a');
  expect(landscapeOf({ before: { landscapeId: 'b' }, after: null })).toBe('b');
  expect(landscapeOf({ before: null, after: { landscapeId: 7 } })).toBeNull();
});

it('uses the headers and the tolerance of docs/service.md', () => {
  expect(signatureHeaders()).toEqual({ signature: 'X-Service-Signature', timestamp: 'X-Service-Timestamp' });
  expect(signatureHeaders('X-Other').signature).toBe('X-Other-Signature');
  expect(TOLERANCE_SECONDS).toBe(300);
});
