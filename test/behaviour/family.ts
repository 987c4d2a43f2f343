import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Family } from '../../src/contract/families.js';
import { domains } from '../../src/contract/resources/domain.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import { type Behaved, openBehaved, PATIENCE_MS } from './service.js';

/** What a suite needs to know of its family. */
export interface Sample {
  family: Family;
  /** The least body that makes a record; what it stands on is made first. */
  body(service: Behaved): Promise<JsonObject> | JsonObject;
  /** Fields that the body leaves open and a write may set. */
  more: JsonObject;
  /** Those of them that admins alone may set. */
  forAdmins?: readonly string[];
  /** An update of a record made of `body`. */
  change: JsonObject;
  /** What a body of the family must have, one field after the other. */
  required: readonly string[];
}

const mayWrite = ({ reach }: Behaved): boolean => reach === 'write' || reach === 'admin';

/** A domain of the suite's own: its root. */
export async function ownRoot(service: Behaved): Promise<string> {
  const domain = await service.make(domains, { name: service.mark });
  const filter = { domainId: textOf(domain, 'id'), type: 'root' };
  const [root] = await service.list(modelObjects.list, { query: { filter } });
  return textOf(root, 'id');
}

export const ownObject = async (service: Behaved, parentId: string, type = 'system'): Promise<string> =>
  textOf(await service.make(modelObjects, { name: `${service.mark} ${type}`, type, parentId }), 'id');

/** What all families have in common, tried on one of them; the rest of the suite gets the service as well. */
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

    it('are there once they are made, and gone once they are deleted', async () => {
      const made = await make();
      expect(made).toMatchObject(least);
      expect(await read(made)).toEqual(made);
      expect(await service.list(family.list)).toContainEqual(made);
      expect((await service.send(family.exists, { path: path(made) })).status).toBe(200);
      expect((await service.send(family.delete, { path: path(made) })).status).toBe(200);
      expect((await service.send(family.get, { path: path(made) })).status).toBe(404);
      expect((await service.send(family.exists, { path: path(made) })).status).toBe(404);
      expect((await service.send(family.delete, { path: path(made) })).status).toBe(404);
    });

    it('say what a body says', async () => {
      const made = await make(more);
      expect(await read(made)).toMatchObject({ ...least, ...more });
    });

    it('need what they cannot do without', async () => {
      for (const field of required) {
        const { [field]: _left, ...rest } = least;
        expect([field, (await service.send(family.create, { body: rest })).status]).toEqual([field, 422]);
      }
    });

    it('take no field that there is not', async () => {
      const created = await service.send(family.create, { body: { ...least, nonsense: 1 } });
      expect(created.status).toBe(422);
      const made = await make();
      const updated = await service.send(family.update, { path: path(made), body: { nonsense: 1 } });
      expect(updated.status).toBe(422);
      expect(await read(made)).toEqual(made);
    });

    it('change in what an update names, and in nothing else', async () => {
      const made = await make(more);
      const changed = await service.get(family.update, { path: path(made), body: change });
      expect(changed).toMatchObject({ ...least, ...more, ...change, id: made.id, handleId: made.handleId });
      expect(Number(changed.commit)).toBeGreaterThan(Number(made.commit));
      expect(await read(made)).toEqual(changed);
    });

    it('do not change by an update that names nothing', async () => {
      const made = await make();
      expect(await service.get(family.update, { path: path(made), body: {} })).toEqual(made);
      expect(await read(made)).toEqual(made);
    });

    it('refuse whoever knows another commit', async () => {
      const made = await make();
      const stale = { ...change, commit: Number(made.commit) + 1 };
      expect((await service.send(family.update, { path: path(made), body: stale })).status).toBe(409);
      const known = { ...change, commit: made.commit };
      expect((await service.send(family.update, { path: path(made), body: known })).status).toBe(200);
    });

    it('are made under an id of the caller, and replaced there', async () => {
      const id = service.newId();
      const at = { [shape.param]: id };
      service.remember(family, id);
      const made = await service.get(family.upsert, { path: at, body: { ...least, ...more } });
      expect(made).toMatchObject({ id, ...least, ...more });
      const replaced = await service.get(family.upsert, { path: at, body: least });
      expect(replaced).toMatchObject({ id, ...least, handleId: made.handleId });
      expect(await service.get(family.get, { path: at })).toEqual(replaced);
      const plain = await make();
      for (const field of Object.keys(more))
        expect([field, replaced[field]]).not.toEqual([field, more[field]]);
      // An index says where among the others, so it is not the same for two.
      for (const field of Object.keys(more).filter((it) => it !== 'index'))
        expect([field, replaced[field]]).toEqual([field, plain[field]]);
    });

    it('are not those of an id that nothing has', async () => {
      const at = { [shape.param]: service.newId() };
      for (const operation of [family.get, family.exists, family.delete])
        expect([operation.id, (await service.send(operation, { path: at })).status]).toEqual([
          operation.id,
          404,
        ]);
      expect((await service.send(family.update, { path: at, body: change })).status).toBe(404);
    });

    rest({ service: () => service, least: () => least, path, make });
  });
}

/** What the rest of a suite works with, once its service is open. */
export interface At {
  service(): Behaved;
  least(): JsonObject;
  path(record: JsonObject): Record<string, string>;
  make(fields?: JsonObject): Promise<JsonObject>;
}

/** Lists of a family know these filters: each finds the record that has what it asks for, and not one that has not. */
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
