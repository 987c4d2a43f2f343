import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ArchctlError } from '../../src/base/errors.js';
import { validate } from '../../src/client/send/validate.js';
import { listActionLogs } from '../../src/contract/resources/action-log.js';
import { exportOptions } from '../../src/contract/resources/diagram-export.js';
import { modelConnections } from '../../src/contract/resources/model-connection.js';

const details = (schema: z.ZodMiniType | undefined, value: unknown): readonly string[] => {
  try {
    validate(schema ?? z.never(), value, 'The body');
  } catch (error) {
    expect(error).toMatchObject({ kind: 'usage', message: 'The body is not valid.' });
    return (error as ArchctlError).facts.details ?? [];
  }
  return [];
};

describe('validate', () => {
  it('words its messages itself, whatever locale a program sets', () => {
    const { localeError } = z.config();
    z.config(z.locales.de());
    try {
      expect(details(modelConnections.create.body, { name: 1 })).toContain('name: must be text');
    } finally {
      z.config({ localeError });
    }
  });

  it('names each wrong field and its expected type', () => {
    const wrong = { name: 1, direction: 'up', originId: '', targetId: 't', nope: 1 };
    expect([...details(modelConnections.create.body, wrong)].sort()).toEqual([
      'direction: must be one of outgoing, bidirectional',
      'name: must be text',
      'nope: is not a valid field',
      'originId: must not be empty',
    ]);
    expect(details(modelConnections.create.body, {})).toEqual(
      expect.arrayContaining([
        'name: is required',
        'direction: is required (one of outgoing, bidirectional)',
      ]),
    );
    expect(details(exportOptions, { maxWidth: 5, theme: 'blue' })).toEqual([
      'theme: must be one of light, dark',
      'maxWidth: must be at least 100',
    ]);
    expect(details(exportOptions, 'text')).toEqual(['body: must be an object']);
  });

  it('selects the helpful alternative', () => {
    expect(details(listActionLogs.query, { filter: { startAtDate: 'soon' } })).toEqual([
      'filter.startAtDate: must be an ISO 8601 date-time',
    ]);
    expect(details(listActionLogs.query, { filter: { actionType: { $nope: 1 } } })).toContain(
      'filter.actionType.$nope: is not a valid field',
    );
  });

  it('returns the value as parsed by the schema', () => {
    expect(validate(exportOptions, { theme: 'dark' })).toEqual({ theme: 'dark' });
    const query = listActionLogs.query ?? z.never();
    expect(validate(query, { filter: { includeActionsInContext: 'true' } })).toEqual({
      filter: { includeActionsInContext: true },
    });
  });
});
