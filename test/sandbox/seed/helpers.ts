import type { SeedKind, SeedRecord } from '../../../src/sandbox/seed/build/types.js';
import { demoSeed } from '../../../src/sandbox/seed/data/demo.js';

export const NOW = new Date('2026-11-21T08:17:42.123Z');
export const SEED = demoSeed(NOW);

/** A seeded record with untyped fields. */
export type Loose = SeedRecord['record'];

export const all = (kind: SeedKind): Loose[] =>
  SEED.filter((it) => it.kind === kind).map(({ record }) => record);
export const idsOf = (kind: SeedKind): Set<string> => new Set(all(kind).map(({ id }) => id));
export const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
export const values = (value: unknown): Loose[] => Object.values((value ?? {}) as Record<string, Loose>);
export const find = (kind: SeedKind, id: unknown): Loose => {
  const found = all(kind).find((it) => it.id === id);
  if (found === undefined) throw new Error(`no ${kind} ${String(id)}`);
  return found;
};

/** Records of each version, by kind. */
export const versions = () =>
  all('version').map((version) => ({
    version,
    of: (kind: SeedKind) => all(kind).filter((it) => it.versionId === version.id),
  }));
