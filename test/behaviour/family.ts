import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Family } from '../../src/contract/families.js';
import { domains } from '../../src/contract/resources/domain.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import { type Behaved, openBehaved, PATIENCE_MS } from './service.js';

/** Description of a family for its suite. */
export interface Sample {
  family: Family;
  /** Minimal body of a create. Records that it refers to are created first. */
  body(service: Behaved): Promise<JsonObject> | JsonObject;
  /** Optional fields that a write may set. */
  more: JsonObject;
  /** Optional fields for admins only. */
  forAdmins?: readonly string[];
  /** An update of a record created with `body`. */
  change: JsonObject;
  /** Required fields of a body. */
  required: readonly string[];
}

const mayWrite = ({ reach }: Behaved): boolean => reach === 'write' || reach === 'admin';

/** Root object of a domain that the suite creates. */
export async function ownRoot(service: Behaved): Promise<string> {
  const domain = await service.make(domains, { name: service.mark });
  const filter = { domainId: textOf(domain, 'id'), type: 'root' };
  const [root] = await service.list(modelObjects.list, { query: { filter } });
  return textOf(root, 'id');
}

export const ownObject = async (service: Behaved, parentId: string, type = 'system'): Promise<string> =>
  textOf(await service.make(modelObjects, { name: `${service.mark} ${type}`, type, parentId }), 'id');

/** Tests that apply to all families. `more` receives the service for tests of the family itself. */
export function behavesAsFamily(
  { family, body, more: open, forAdmins = [], change, required }: Sample,
  rest: (at: At) => void = () => {},
): void {
  const { shape } = family;
  describe(`${shape.noun}s`, { timeout: PATIENCE_MS }, () => {
    let service: Behaved;
    let least: JsonObject;
    let more = open;
    beforeAll(async () => {
      service = await openBehaved();
      if (service.reach !== 'admin')
        more = Object.fromEntries(Object.entries(open).filter(([field]) => !forAdmins.includes(field)));
      if (mayWrite(service)) least = await body(service);
    }, PATIENCE_MS);
    beforeEach(({ skip }) => skip(!mayWrite(service), `the key reaches ${service.reach}`));
    afterAll(() => service.close(), PATIENCE_MS);

    const path = (record: JsonObject) => ({ [shape.param]: textOf(record, 'id') });
    const make = (fields: JsonObject = {}) => service.make(family, { ...least, ...fields });
    const read = (record: JsonObject) => service.get(family.get, { path: path(record) });

    it('exist after a create and are gone after a delete', async () => {
      const made = await make();
      expect(made).toMatchObject(least);
      expect(await read(made)).toEqual(made);
      expect(await service.list(family.list)).toContainEqual(made);
      if ('exists' in family)
        expect((await service.send(family.exists, { path: path(made) })).status).toBe(200);
      expect((await service.send(family.delete, { path: path(made) })).status).toBe(200);
      expect((await service.send(family.get, { path: path(made) })).status).toBe(404);
      if ('exists' in family)
        expect((await service.send(family.exists, { path: path(made) })).status).toBe(404);
      expect((await service.send(family.delete, { path: path(made) })).status).toBe(404);
    });

    it('have the values of the body', async () => {
      const made = await make(more);
      expect(await read(made)).toMatchObject({ ...least, ...more });
    });

    it('need their required fields', async () => {
      for (const field of required) {
        const { [field]: _left, ...rest } = least;
        expect([field, (await service.send(family.create, { body: rest })).status]).toEqual([field, 422]);
      }
    });

    it('reject unknown fields', async () => {
      const created = await service.send(family.create, { body: { ...least, nonsense: 1 } });
      expect(created.status).toBe(422);
      const made = await make();
      const updated = await service.send(family.update, { path: path(made), body: { nonsense: 1 } });
      expect(updated.status).toBe(422);
      expect(await read(made)).toEqual(made);
    });

    it('change only in the fields of an update', async () => {
      const made = await make(more);
      const changed = await service.get(family.update, { path: path(made), body: change });
      expect(changed).toMatchObject({ ...least, ...more, ...change, id: made.id, handleId: made.handleId });
      expect(Number(changed.commit)).toBeGreaterThan(Number(made.commit));
      expect(await read(made)).toEqual(changed);
    });

    it('do not change by an empty update', async () => {
      const made = await make();
      expect(await service.get(family.update, { path: path(made), body: {} })).toEqual(made);
      expect(await read(made)).toEqual(made);
    });

    it('reject updates that are based on another commit', async () => {
      const made = await make();
      const stale = { ...change, commit: Number(made.commit) + 1 };
      expect((await service.send(family.update, { path: path(made), body: stale })).status).toBe(409);
      const known = { ...change, commit: made.commit };
      expect((await service.send(family.update, { path: path(made), body: known })).status).toBe(200);
    });

    const upsert = 'upsert' in family ? family.upsert : undefined;
    if (upsert) {
      it('are created under an id of the caller, and replaced there', async () => {
        const id = service.newId();
        const at = { [shape.param]: id };
        service.remember(family, id);
        const made = await service.get(upsert, { path: at, body: { ...least, ...more } });
        expect(made).toMatchObject({ id, ...least, ...more });
        const replaced = await service.get(upsert, { path: at, body: least });
        expect(replaced).toMatchObject({ id, ...least, handleId: made.handleId });
        expect(await service.get(family.get, { path: at })).toEqual(replaced);
        const plain = await make();
        for (const field of Object.keys(more))
          expect([field, replaced[field]]).not.toEqual([field, more[field]]);
        // An index is a position among siblings, so it differs between two.
        for (const field of Object.keys(more).filter((it) => it !== 'index'))
          expect([field, replaced[field]]).toEqual([field, plain[field]]);
      });
    }

    it('are not found under an unused id', async () => {
      const at = { [shape.param]: service.newId() };
      const exists = 'exists' in family ? [family.exists] : [];
      for (const operation of [family.get, ...exists, family.delete])
        expect([operation.id, (await service.send(operation, { path: at })).status]).toEqual([
          operation.id,
          404,
        ]);
      expect((await service.send(family.update, { path: at, body: change })).status).toBe(404);
    });

    rest({ service: () => service, least: () => least, path, make });
  });
}

/** Context of the family's own tests, once the service is open. */
export interface At {
  service(): Behaved;
  least(): JsonObject;
  path(record: JsonObject): Record<string, string>;
  make(fields?: JsonObject): Promise<JsonObject>;
}

/** Tests these filters: each finds the record with the value, and not the one without. */
export function knowsFilters(
  { family }: Sample,
  at: At,
  cases: readonly (readonly [filter: JsonObject, fields: JsonObject, other: JsonObject])[],
): void {
  it.each(cases)('are found by %j', async (filter, fields, other) => {
    const found = await at.make(fields);
    const left = await at.make(other);
    const ids = (await at.service().list(family.list, { query: { filter } })).map(({ id }) => id);
    expect(ids).toContain(found.id);
    expect(ids).not.toContain(left.id);
  });
}
