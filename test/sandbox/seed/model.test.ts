import { describe, expect, it } from 'vitest';
import {
  CONNECTION_DIRECTIONS,
  FLOW_STEP_TYPES,
  MODEL_OBJECT_TYPES,
  MODEL_STATUSES,
  TAG_GROUP_ICONS,
} from '../../../src/contract/enums.js';
import { all, find, type Loose, strings, values, versions } from './helpers.js';

const PARENTS: Record<string, string[]> = {
  actor: ['root'],
  system: ['root'],
  group: ['root', 'group'],
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

describe.each(versions().map(({ version, of }) => ({ name: String(version.name), of })))(
  'model of $name',
  ({ of }) => {
    const objects = new Map(of('modelObject').map((it) => [it.id, it]));
    const get = (id: unknown): Loose => {
      const found = objects.get(String(id));
      if (found === undefined) throw new Error(`no model object ${String(id)}`);
      return found;
    };

    it('objects have allowed parents, and list their relatives', () => {
      for (const it of objects.values()) {
        expect(MODEL_OBJECT_TYPES).toContain(it.type);
        expect(MODEL_STATUSES).toContain(it.status);
        const children = [...objects.values()].filter((other) => other.parentId === it.id);
        expect(strings(it.childIds)).toEqual(children.map(({ id }) => id));
        expect(strings(it.childDiagramIds)).toEqual(
          of('diagram')
            .filter((other) => other.modelId === it.id)
            .map(({ id }) => id),
        );
        expect(new Set(children.map(({ name }) => name)).size).toBe(children.length);
        if (it.type === 'root') {
          expect([it.parentId, it.parentIds]).toEqual([null, []]);
          continue;
        }
        const parent = get(it.parentId);
        expect(PARENTS[String(it.type)]).toContain(parent.type);
        expect(it.parentIds).toEqual([...strings(parent.parentIds), parent.id]);
        expect(it.domainId).toBe(get(strings(it.parentIds)[0]).domainId);
        for (const id of strings(it.groupIds)) expect(get(id).type).toBe('group');
      }
      const roots = [...objects.values()].filter((it) => it.type === 'root');
      expect(roots.map((it) => it.domainId)).toEqual(of('domain').map(({ id }) => id));
    });

    it('connections join two objects, some via a store', () => {
      for (const it of of('modelConnection')) {
        expect([...CONNECTION_DIRECTIONS, null]).toContain(it.direction);
        expect(MODEL_STATUSES).toContain(it.status);
        expect(get(it.originId).id).not.toBe(get(it.targetId).id);
        if (it.viaId !== null) expect(['app', 'store']).toContain(get(it.viaId).type);
      }
    });

    it('technologies are approved and allowed for their objects', () => {
      const check = (ids: unknown, type: string) => {
        for (const id of strings(ids)) {
          const technology = find('catalogTechnology', id);
          expect(technology.status).toBe('approved');
          expect([technology.name, technology.restrictions]).toEqual([
            technology.name,
            expect.arrayContaining([type]),
          ]);
        }
      };
      for (const it of objects.values()) check(it.technologyIds, String(it.type));
      for (const it of of('modelConnection')) check(it.technologyIds, 'connection');
    });

    it('tags and tagged records are consistent', () => {
      const carriers = (kind: 'modelObject' | 'modelConnection', tag: string) =>
        of(kind)
          .filter((it) => strings(it.tagIds).includes(tag))
          .map(({ id }) => id);
      for (const group of of('tagGroup')) expect(TAG_GROUP_ICONS).toContain(group.icon);
      for (const tag of of('tag')) {
        expect(tag.modelObjectIds).toEqual(carriers('modelObject', tag.id));
        expect(tag.modelConnectionIds).toEqual(carriers('modelConnection', tag.id));
        expect(of('tagGroup').map(({ id }) => id)).toContain(tag.groupId);
      }
    });

    it('diagrams count their content', () => {
      for (const diagram of of('diagram')) {
        const content = find('diagramContent', diagram.id);
        const placed = values(content.objects);
        const counts = diagram.objectCount as Record<string, number>;
        for (const [name, number] of Object.entries(counts)) {
          expect(placed.filter((it) => it.type === name || it.shape === name)).toHaveLength(number);
        }
        expect(Object.keys(counts).sort()).toEqual(
          ['actor', 'app', 'area', 'box', 'component', 'group', 'store', 'system'].sort(),
        );
        expect(values(content.connections)).toHaveLength(Number(diagram.connectionCount));
        expect(values(content.comments)).toHaveLength(Number(diagram.commentCount));
        expect(Number(diagram.connectionCount)).toBeGreaterThan(3);
        const shared = ['name', 'type', 'modelId', 'groupId', 'handleId', 'versionId', 'status'];
        expect(shared.map((key) => content[key])).toEqual(shared.map((key) => diagram[key]));
        if (diagram.groupId) expect(find('diagramGroup', diagram.groupId).modelId).toBe(diagram.modelId);
      }
    });

    it('diagrams and model are consistent, in both directions', () => {
      const drawn = new Map<string, number>();
      for (const content of of('diagramContent')) {
        const placed = new Map(values(content.objects).map((it) => [it.id, it]));
        expect(new Set(values(content.objects).map((it) => it.modelId)).size).toBe(placed.size);
        for (const it of placed.values()) {
          const object = get(it.modelId);
          expect(it.type).toBe(object.type);
          expect((object.diagrams as Record<string, unknown>)[content.id]).toEqual({
            id: content.id,
            objectId: it.id,
          });
          drawn.set(object.id, (drawn.get(object.id) ?? 0) + 1);
          for (const key of ['x', 'y', 'width', 'height']) expect(Number(it[key]) % 32).toBe(0);
        }
        for (const it of values(content.connections)) {
          const connection = find('modelConnection', it.modelId);
          expect(placed.get(String(it.originId))?.modelId).toBe(connection.originId);
          expect(placed.get(String(it.targetId))?.modelId).toBe(connection.targetId);
          expect((connection.diagrams as Record<string, unknown>)[content.id]).toEqual({
            id: content.id,
            connectionId: it.id,
            originModelId: connection.originId,
            targetModelId: connection.targetId,
          });
          drawn.set(connection.id, (drawn.get(connection.id) ?? 0) + 1);
        }
      }
      for (const it of [...objects.values(), ...of('modelConnection')]) {
        expect(values(it.diagrams)).toHaveLength(drawn.get(it.id) ?? 0);
      }
    });

    it('boxes do not overlap, and children are inside their area', () => {
      for (const content of of('diagramContent')) {
        const placed = values(content.objects) as unknown as Record<'x' | 'y' | 'width' | 'height', number>[];
        const boxes = placed.filter((_, at) => values(content.objects)[at]?.shape === 'box');
        for (const [at, one] of boxes.entries()) {
          for (const other of boxes.slice(at + 1)) {
            const apart =
              one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y;
            expect([content.name, one, other, apart]).toEqual([content.name, one, other, true]);
          }
        }
        const area = values(content.objects).find(
          (it) => it.shape === 'area' && it.modelId === content.modelId,
        );
        if (content.type === 'context-diagram') continue;
        for (const it of values(content.objects).filter((other) => other.shape === 'box')) {
          const inside =
            Number(it.x) >= Number(area?.x) &&
            Number(it.x) + Number(it.width) <= Number(area?.x) + Number(area?.width) &&
            Number(it.y) >= Number(area?.y) &&
            Number(it.y) + Number(it.height) <= Number(area?.y) + Number(area?.height);
          expect([get(it.modelId).name, inside]).toEqual([
            get(it.modelId).name,
            get(it.modelId).parentId === content.modelId,
          ]);
        }
      }
    });

    it('flows follow connections of their diagram', () => {
      for (const flow of of('flow')) {
        const content = find('diagramContent', flow.diagramId);
        const connections = values(content.connections).map((it) => find('modelConnection', it.modelId));
        const onDiagram = new Set(values(content.objects).map((it) => it.modelId));
        const steps = values(flow.steps);
        expect(steps.map((it) => it.index)).toEqual(steps.map((_, index) => index));
        expect(steps.length).toBeGreaterThanOrEqual(5);
        expect(steps.length).toBeLessThanOrEqual(9);
        const paths = new Set(steps.flatMap((it) => Object.keys((it.paths ?? {}) as object)));
        for (const step of steps) {
          expect(FLOW_STEP_TYPES).toContain(step.type);
          if (step.parentId !== null) expect(paths).toContain(step.parentId);
          if (step.type === 'outgoing') {
            const connection = connections.find(
              (it) => it.originId === step.originId && it.targetId === step.targetId,
            );
            expect([step.description, connection?.viaId]).toEqual([step.description, step.viaId]);
            expect(Object.keys(connection?.flows ?? {})).toContain(step.id);
          }
          for (const id of [step.originId, step.targetId]) {
            if (id === null) continue;
            expect(onDiagram).toContain(id);
            expect((get(id).flows as Record<string, unknown>)[step.id]).toEqual({
              id: flow.id,
              stepId: step.id,
            });
          }
        }
      }
      const stepIds = new Set(of('flow').flatMap((it) => Object.keys(it.steps as object)));
      for (const it of [...objects.values(), ...of('modelConnection')]) {
        for (const use of values(it.flows)) expect(stepIds).toContain(use.stepId);
      }
    });
  },
);

it('every tag of the live model is in use', () => {
  const [live] = versions();
  for (const tag of live?.of('tag') ?? []) {
    expect([...strings(tag.modelObjectIds), ...strings(tag.modelConnectionIds)]).not.toEqual([]);
  }
});

it('the live model has every promised status, and a connection via a broker', () => {
  const [live] = versions();
  const connections = live?.of('modelConnection') ?? [];
  expect(new Set(connections.map((it) => it.status))).toEqual(new Set(['live', 'future', 'deprecated']));
  expect(new Set(connections.map((it) => it.direction))).toEqual(
    new Set(['outgoing', 'bidirectional', null]),
  );
  expect(connections.filter((it) => it.viaId !== null).length).toBeGreaterThanOrEqual(3);
  expect(new Set(live?.of('diagram').map((it) => it.type)).size).toBe(3);
  expect(all('flow').some((it) => values(it.steps).some((step) => step.paths !== null))).toBe(true);
});
