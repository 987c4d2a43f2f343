import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json/json-object.js';
import { COLORS, DRAFT_STATUSES, MODEL_STATUSES, TAG_GROUP_ICONS } from '../../src/contract/enums.js';
import { FAMILIES } from '../../src/contract/families.js';
import { runs } from '../support/property-runs.js';
import { drawnBox, openSandboxApi, type SandboxApi } from './harness.js';

let api: SandboxApi;
let known: Record<
  'root' | 'a' | 'b' | 'tag' | 'group' | 'diagram' | 'folder' | 'technology' | 'user',
  string
>;

beforeAll(async () => {
  api = await openSandboxApi();
  const domain = await api.must('domains.create', {}, { name: 'Here' });
  const [root] = await api.must('model.objects.list', {}, undefined, `?filter[domainId]=${domain.id}`);
  const system = (name: string) =>
    api.must('model.objects.create', {}, { name, type: 'system', parentId: root.id });
  const [a, b] = [await system('A'), await system('B')];
  const icon = { name: 'G', icon: 'bug', index: 0 };
  const group = await api.must('tags.groups.create', {}, icon);
  const tag = await api.must('tags.create', {}, { name: 'T', color: 'red', groupId: group.id, index: 0 });
  const drawn = { name: 'D', index: 0, type: 'context-diagram', modelId: root.id };
  const diagram = await api.must('diagrams.create', {}, drawn);
  const folder = await api.must('diagrams.groups.create', {}, { name: 'F', modelId: root.id });
  const [technology] = await api.must('catalog.technologies.list');
  const user = await api.must('user.login');
  const ids = { root, a, b, tag, group, diagram, folder, technology, user };
  known = Object.fromEntries(Object.entries(ids).map(([name, { id }]) => [name, id])) as typeof known;
});
afterAll(() => api.sandbox.close());

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
// Schemas omit keys that would name a prototype.
const label = word.filter((it) => it !== '__proto__');
const labels = fc.dictionary(label, fc.string({ unit: 'grapheme' }), { maxKeys: 3 });
const whole = fc.integer({ min: 0, max: 99 });
const moment = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((it) => it.toISOString());
const perhaps = <T>(value: T) => fc.constantFrom(null, value);
const list = (id: string) => fc.constantFrom([], [id]);
const key = fc.stringMatching(/^[a-z]{1,6}$/);
const links = fc.dictionary(key, fc.record({ url: fc.webUrl(), index: whole }), { maxKeys: 3 });
const pins = { pinned: fc.boolean(), pinnedAt: moment, pinnedIndex: whole };

/**
 * Required and optional fields of a body. Every field of the schema is in one of the two, or in `elsewhere`.
 */
const BODIES: Readonly<
  Record<
    string,
    () => { must: Record<string, fc.Arbitrary<unknown>>; may: Record<string, fc.Arbitrary<unknown>> }
  >
> = {
  'model.objects': () => ({
    must: {
      name: word,
      type: fc.constantFrom('system', 'actor', 'group'),
      parentId: fc.constant(known.root),
    },
    may: {
      labels,
      links,
      caption: fc.string(),
      description: fc.string(),
      external: fc.boolean(),
      icon: perhaps({ catalogTechnologyId: known.technology }),
      status: fc.constantFrom(...MODEL_STATUSES),
      teamOnlyEditing: fc.boolean(),
      groupIds: fc.constant([]),
      tagIds: list(known.tag),
      teamIds: fc.constant([]),
      technologyIds: list(known.technology),
    },
  }),
  'model.connections': () => ({
    must: {
      name: word,
      originId: fc.constantFrom(known.a, known.b),
      targetId: fc.constantFrom(known.a, known.b),
      direction: fc.constantFrom(null, 'outgoing', 'bidirectional'),
    },
    may: {
      labels,
      links,
      description: fc.string(),
      status: fc.constantFrom(...MODEL_STATUSES),
      viaId: perhaps(known.a),
      tagIds: list(known.tag),
      technologyIds: list(known.technology),
    },
  }),
  diagrams: () => ({
    must: {
      name: word,
      index: whole,
      modelId: fc.constantFrom(known.root, known.a),
      type: fc.constantFrom('context-diagram', 'app-diagram'),
    },
    may: {
      ...pins,
      labels,
      description: fc.string(),
      groupId: perhaps(known.folder),
      parentId: perhaps(known.diagram),
      status: fc.constantFrom('current', 'draft'),
      zoomOverrides: perhaps({ [known.a]: known.diagram }),
    },
  }),
  'diagrams.groups': () => ({
    must: { name: word, modelId: fc.constant(known.root) },
    may: { labels, index: whole },
  }),
  flows: () => ({
    must: { name: word, diagramId: fc.constant(known.diagram) },
    may: {
      ...pins,
      labels,
      index: whole,
      showAllSteps: fc.boolean(),
      showConnectionNames: fc.boolean(),
      steps: fc
        .dictionary(key, fc.record({ index: whole, description: fc.string() }), { maxKeys: 2 })
        .map((steps) =>
          Object.fromEntries(
            Object.entries(steps).map(([id, step]) => [
              id,
              { ...step, id, originId: known.a, targetId: null, viaId: null, parentId: null, flowId: null },
            ]),
          ),
        ),
    },
  }),
  'tags.groups': () => ({
    must: { name: word, icon: fc.constantFrom(...TAG_GROUP_ICONS), index: whole },
    may: { labels },
  }),
  tags: () => ({
    must: {
      name: word,
      color: fc.constantFrom(...COLORS),
      groupId: fc.constant(known.group),
      index: whole,
    },
    may: { labels },
  }),
  domains: () => ({ must: { name: word }, may: { labels, index: whole } }),
  drafts: () => ({
    must: { name: word, status: fc.constantFrom(...DRAFT_STATUSES.filter((it) => it !== 'merged')) },
    may: {
      labels,
      summaryDirtiedAt: moment,
      changeSummary: fc.record({ summary: fc.string(), createdAt: moment, updatedAt: moment }),
    },
  }),
  comments: () => ({
    must: {
      body: fc.record({
        content: word,
        type: fc.constantFrom('question', 'inaccurate'),
        status: fc.constantFrom('open', 'resolved'),
      }),
    },
    may: { mentionedUserIds: list(known.user) },
  }),
};

/** Identity and references of the record, which are not in the body. */
const ELSEWHERE = ['commit', 'handleId', 'domainId', 'objects', 'connections', 'comments'];
/** Computed fields of a record. */
const OWN = ['id', 'handleId', 'commit', 'version', 'createdAt', 'updatedAt'];

const withoutOwn = (record: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !OWN.includes(field)));

const REPLACED = FAMILIES.filter((family) => 'upsert' in family);

describe.each(REPLACED.map(({ shape }) => [shape.id, shape] as const))('PUT of %s', (id, shape) => {
  const facts = () => {
    const found = BODIES[id];
    if (!found) throw new Error(`The family ${id} has no bodies in this test.`);
    return found();
  };

  it('is called with every field', () => {
    const { must, may } = facts();
    const tried = [...Object.keys(must), ...Object.keys(may)].sort();
    const fields = Object.keys(shape.create.shape).filter((it) => !ELSEWHERE.includes(it));
    expect(tried).toEqual(fields.sort());
  });

  it('gives the record the values of the body and defaults, whatever it had before', async () => {
    const { must, may } = facts();
    const body = fc.record(
      { ...must, ...may },
      { requiredKeys: Object.keys(must) },
    ) as fc.Arbitrary<JsonObject>;
    let count = 0;
    await fc.assert(
      fc.asyncProperty(body, body, async (first, second) => {
        count += 1;
        const at = { [shape.param]: `Put${String(count).padStart(17, '0')}` };
        const before = await api.must(`${id}.upsert`, at, first);
        const put = await api.must(`${id}.upsert`, at, second);
        expect(put).toMatchObject({ id: before.id, handleId: before.handleId, commit: 2, version: 2 });
        expect(put).toMatchObject(second);
        expect(await api.must(`${id}.get`, at)).toEqual(put);
        // The same body for a new record.
        await api.must(`${id}.delete`, at);
        const fresh = await api.must(`${id}.upsert`, at, second);
        expect(withoutOwn(put)).toEqual(withoutOwn(fresh));
        await api.must(`${id}.delete`, at);
      }),
      { numRuns: runs(15) },
    );
  });
});

describe('PUT of a diagram', () => {
  it('draws the content of the body, or nothing', async () => {
    const box = drawnBox('o', known.a);
    const body = { name: 'D', index: 0, type: 'context-diagram', modelId: known.root };
    const at = { diagramId: 'Drawn000000000000000' };
    const put = (more: object) => api.must('diagrams.upsert', at, { ...body, ...more });
    expect((await put({ objects: { o: box } })).objectCount.box).toBe(1);
    const content = await api.must('diagrams.content.get', at);
    expect((await put({ objects: { o: box } })).objectCount.box).toBe(1);
    expect(await api.must('diagrams.content.get', at)).toEqual(content);
    expect((await put({})).objectCount.box).toBe(0);
    expect(await api.must('diagrams.content.get', at)).toMatchObject({ objects: {}, commit: 2 });
  });
});
