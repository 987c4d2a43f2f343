import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let parentId: string;
let technology: { id: string; name: string; iconUrl: string; iconUrlDark: string[]; iconUrlLight: string[] };

beforeAll(async () => {
  api = await openSandboxApi();
  const { id } = await api.must('domains.create', {}, { name: 'Fresh' });
  [{ id: parentId }] = await api.must('model.objects.list', {}, undefined, `?filter[domainId]=${id}`);
  [technology] = await api.must('catalog.technologies.list');
});
afterAll(() => api.sandbox.close());

const body = (icon: unknown) => ({ name: 'S', type: 'system', parentId, icon });
const shown = () => ({
  catalogTechnologyId: technology.id,
  name: technology.name,
  url: technology.iconUrl,
  urlDark: technology.iconUrlDark[0],
  urlLight: technology.iconUrlLight[0],
});

describe('the icon of an object', () => {
  it('is that of the technology, in any spelling', async () => {
    const icon = { catalogTechnologyId: technology.id };
    const made = await api.must('model.objects.create', {}, body(icon));
    expect(made.icon).toEqual(shown());
    const at = { modelObjectId: made.id };
    expect((await api.must('model.objects.update', at, { icon: null })).icon).toBeNull();
    expect((await api.must('model.objects.update', at, { icon })).icon).toEqual(shown());
    const again = { ...shown(), name: 'Another name' };
    expect((await api.must('model.objects.upsert', at, body(again))).icon).toEqual(shown());
    expect((await api.must('model.objects.get', at)).icon).toEqual(shown());
    expect((await api.must('model.objects.upsert', at, body(undefined))).icon).toBeNull();
  });

  it('has no pictures if the technology has none, and is deleted with it', async () => {
    const plain = { name: 'Quay Ledger', color: 'blue', provider: null, type: null, restrictions: null };
    const own = await api.must('organizations.technologies.create', {}, plain);
    const made = await api.must('model.objects.create', {}, body({ catalogTechnologyId: own.id }));
    expect(made.icon).toEqual({ catalogTechnologyId: own.id, name: 'Quay Ledger' });
    await api.must('organizations.technologies.delete', { catalogTechnologyId: own.id });
    expect((await api.must('model.objects.get', { modelObjectId: made.id })).icon).toBeNull();
  });

  it.each([
    [{ name: 'x' }, 'icon.catalogTechnologyId'],
    [{ catalogTechnologyId: 'AAAAAAAAAAAAAAAAAAAA' }, 'icon.catalogTechnologyId'],
    [{ catalogTechnologyId: 'AAAAAAAAAAAAAAAAAAAA', colour: 'red' }, 'icon.colour'],
  ])('is not %j', async (icon, field) => {
    const { status, body: answer } = await api.perform('model.objects.create', {}, { body: body(icon) });
    expect(status).toBe(422);
    expect(answer.errors.join()).toContain(field);
  });
});
