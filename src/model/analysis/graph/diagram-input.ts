import { isObject } from '../../../base/is-object.js';
import type { SceneInput } from '../../../drawing/index.js';
import { type Element, elementsOf, type Model, textAt } from '../../document/element.js';
import { drawnId, Implied } from '../../document/implied.js';
import { layoutFields } from '../../plan/bodies/content-body.js';
import { connectionRecord, objectRecord, type PictureOptions, technologyRecords } from './scene-input.js';

type Entry = Readonly<Record<string, never>>;

/** Converts a diagram of a model to the records of a scene, with its stored positions. */
export function diagramInputOf(model: Model, diagram: Element, frame: PictureOptions): SceneInput {
  const implied = new Implied(model);
  const { layout } = diagram.fields;
  const placed = (map: 'objects' | 'connections', id: string) => {
    const entries = isObject(layout) ? layout[map] : undefined;
    return layoutFields(map, isObject(entries) ? (entries[id] as never) : undefined);
  };
  const entries = (key: string) => (implied.field(diagram, key) ?? []) as readonly Entry[];
  const [objects, connections] = [elementsOf(model, 'object'), elementsOf(model, 'connection')];
  const types = new Map(objects.map(({ id, fields }) => [id, textAt(fields, 'type')]));
  const byId = <Item extends { id: string }>(items: readonly Item[]): Record<string, Item> =>
    Object.fromEntries(items.map((it) => [it.id, it]));
  return {
    diagram: {
      id: diagram.id,
      name: frame.title,
      type: textAt(diagram.fields, 'type'),
      modelId: textAt(diagram.fields, 'of'),
    },
    content: {
      objects: byId(
        entries('objects').map((it) => ({
          id: drawnId(it),
          modelId: String(it.object),
          shape: String(it.shape),
          type: types.get(String(it.object)),
          ...placed('objects', drawnId(it)),
        })),
      ),
      connections: byId(
        entries('connections').map((it) => ({
          id: drawnId(it),
          modelId: String(it.connection),
          originId: String(it.origin),
          targetId: String(it.target),
          ...placed('connections', drawnId(it)),
        })),
      ),
    },
    modelObjects: objects.map((it) => objectRecord(it)),
    modelConnections: connections.map(connectionRecord),
    technologies: technologyRecords([...objects, ...connections], frame),
    tags: [],
    tagGroups: [],
    options: { theme: frame.theme },
  };
}
