import { expect, it } from 'vitest';
import type { Kind } from '../../src/contract/records.js';
import { derive } from '../../src/contract/rules/derive.js';
import { danglingReferences } from '../../src/contract/rules/references.js';
import { demoSeed } from '../../src/sandbox/seed/data/demo.js';
import { loadSeed } from '../../src/sandbox/seed/load.js';
import { openStore } from '../../src/sandbox/store/store.js';

const LOGS = ['actionLog', 'organizationLog'];

it('demo data has the computed values of the sandbox, and no dangling references', () => {
  const store = openStore(undefined);
  const seed = demoSeed(new Date('2026-05-06T07:08:09Z'));
  const { organizationId } = store.transaction(() => loadSeed(store, seed));
  for (const { kind, record } of seed) {
    if (LOGS.includes(kind)) continue;
    const { versionId = '', ...rest } = record as { versionId?: string; id: string } & Record<
      string,
      unknown
    >;
    expect(record).toMatchObject(derive(kind as Kind, rest, store.records));
    const scope = { records: store.records, versionId, organizationId };
    expect(danglingReferences(kind as Kind, record, scope)).toEqual([]);
  }
  store.close();
});
