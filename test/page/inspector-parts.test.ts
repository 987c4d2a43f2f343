import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_LIST, filteredRows, withChanges, withPage } from '../../src/page/inspect/delivery-list.js';
import { formatJson } from '../../src/page/inspect/format-json.js';
import { hexDump } from '../../src/page/inspect/hex-dump.js';
import type { InspectedOutcome, InspectedRow } from '../../src/webhooks/inspect/types.js';
import { runs } from '../support/property-runs.js';

describe('formatted JSON', () => {
  it('is indented as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(formatJson(JSON.stringify(value), 1e6)?.text).toBe(JSON.stringify(value, undefined, 2));
      }),
      { numRuns: runs(200) },
    );
  });

  it('keeps numbers and escapes as received', () => {
    const text = '{"a":1.0,"b":12345678901234567890,"c":"\\u00e9\\"{","a":[]}';
    expect(formatJson(text, 1e6)?.text.replace(/\n */g, '').replaceAll(': ', ':')).toBe(text);
  });

  it('ends at its limit, and is undefined for other text', () => {
    expect(formatJson(`[${'1,'.repeat(1_000)}1]`, 100)).toMatchObject({ isCut: true });
    expect(formatJson('{"a":', 100)).toBeUndefined();
  });
});

it('a hex dump has offset, bytes and ASCII', () => {
  expect(hexDump(Buffer.from('{"a":"\u00fc"}, then more'))).toBe(
    [
      '000000  7b 22 61 22 3a 22 c3 bc 22 7d 2c 20 74 68 65 6e  {"a":".."}, then',
      '000010  20 6d 6f 72 65                                    more',
    ].join('\n'),
  );
});

describe('the list on the page', () => {
  const row = (id: string, more: Partial<InspectedRow> = {}): InspectedRow => ({
    ...{ id, receivedAt: '', result: 'verified', reason: null, duplicate: false, size: 1 },
    ...{ collection: 'flow', operation: 'created', resourceId: 'r', name: null },
    ...more,
  });
  const outcome: InspectedOutcome = {
    kind: 'forward',
    ...{ at: '', target: '', result: 500, succeeded: false, ms: 1, text: '' },
  };
  const nothing = { outcomes: [], next: null, damaged: 0 };
  const idsOf = ({ rows }: { rows: readonly InspectedRow[] }) => rows.map(({ id }) => id);

  it('merges parts and changes that overlap, in the order of arrival', () => {
    let list = withPage(EMPTY_LIST, { ...nothing, rows: [row('evt_3'), row('evt_2')] }, true);
    list = withChanges(list, { rows: [row('evt_4'), row('rejected_35')], removed: [], outcomes: [] });
    list = withPage(list, { ...nothing, rows: [row('evt_2'), row('evt_1')] }, false);
    expect(idsOf(list)).toEqual(['evt_4', 'rejected_35', 'evt_3', 'evt_2', 'evt_1']);
    list = withChanges(list, { rows: [], removed: ['evt_2'], outcomes: [] });
    expect(idsOf(list)).toEqual(['evt_4', 'rejected_35', 'evt_3', 'evt_1']);
    expect(idsOf(withPage(list, { ...nothing, rows: [row('evt_9')] }, true))).toEqual(['evt_9']);
  });

  it('filters by failed outcomes', () => {
    let list = withPage(EMPTY_LIST, { ...nothing, rows: [row('evt_2'), row('evt_1')] }, true);
    list = withChanges(list, { rows: [], removed: [], outcomes: [{ id: 'evt_1', outcome }] });
    const filter = { collection: '', operation: '', result: 'not passed on', found: undefined } as const;
    expect(filteredRows(list, filter).map(({ id }) => id)).toEqual(['evt_1']);
  });
});
