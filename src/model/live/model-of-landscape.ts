import { isObject } from '../../base/is-object.js';
import { type Doc, entriesOf, textsOf } from '../../contract/doc.js';
import { NAMESPACE_LABEL, ORIGINAL_ID_LABEL } from '../../contract/rules/import-entities.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import type { Field, Fields, Target } from '../document/field.js';
import { KINDS } from '../document/kinds.js';
import { isDefault } from '../document/node.js';
import { type Ids, type LiveLandscape, recordsOf } from './landscape.js';

/** Labels that imports write: they tell who an element is, and are no part of it. */
const IMPORT_LABELS: readonly string[] = [NAMESPACE_LABEL, ORIGINAL_ID_LABEL, 'imported'];

/** A landscape as a model, in the words of a document; every record has an id. */
export function modelOfLandscape(live: LiveLandscape, ids: Ids, namespace?: string): Model {
  const translator = new Translator(live, ids);
  const elements = ELEMENT_KINDS.flatMap((kind) =>
    recordsOf(live, kind).flatMap((record) => {
      const id = ids.get(kind)?.get(record.id);
      return id === undefined ? [] : [translator.element(kind, id, record)];
    }),
  );
  return modelOf(elements, { landscape: live.landscape.name, ...(namespace !== undefined && { namespace }) });
}

/** Fields that do not stand in the record, or not as they are. */
type Special = (record: Doc) => Value | undefined;

class Translator {
  readonly #live: LiveLandscape;
  readonly #ids: Ids;
  /** Ids of what is drawn on each diagram, by the id it has there. */
  readonly #drawn = new Map<string, ReadonlyMap<string, string>>();

  constructor(live: LiveLandscape, ids: Ids) {
    this.#live = live;
    this.#ids = ids;
  }

  element(kind: ElementKind, id: string, record: Doc): Element {
    const fields: Record<string, Value> = {};
    for (const [key, field] of Object.entries(KINDS[kind].fields)) {
      const special = this.#special(kind, key);
      const value = special ? special(record) : this.#value(field, at(record, field.record ?? key));
      if (value !== undefined && !isDefault(value, field.default)) fields[key] = value;
    }
    const { handleId } = record;
    return { kind, id, fields, recordId: record.id, ...(typeof handleId === 'string' && { handleId }) };
  }

  #special(kind: ElementKind, key: string): Special | undefined {
    switch (`${kind}.${key}`) {
      case 'object.parent':
        return ({ parentId }) =>
          this.#live.roots.has(String(parentId)) ? undefined : this.#idOf('object', parentId);
      case 'object.domain':
        return ({ parentId }) => this.#domainOf(parentId);
      case 'diagram.of':
      case 'diagramGroup.of':
        return ({ modelId }) =>
          this.#live.roots.has(String(modelId)) ? undefined : this.#idOf('object', modelId);
      case 'diagram.domain':
      case 'diagramGroup.domain':
        return ({ modelId }) => this.#domainOf(modelId);
      case 'object.links':
      case 'connection.links':
        return ({ links }) => linksOf(links);
      case 'diagram.objects':
        return ({ id }) => this.#objectsOn(id);
      case 'diagram.connections':
        return ({ id }) => this.#linesOn(id);
      case 'diagram.layout':
        return ({ id }) => this.#layoutOf(id);
      case 'flow.steps':
        return (record) => this.#stepsOf(record);
      default:
        return key === 'labels' ? ({ labels }) => ownLabels(labels) : undefined;
    }
  }

  #value({ shape }: Field, value: unknown): Value | undefined {
    switch (shape.is) {
      case 'text':
      case 'choice':
        return typeof value === 'string' ? value : undefined;
      case 'number':
        return typeof value === 'number' ? value : undefined;
      case 'boolean':
        return typeof value === 'boolean' ? value : undefined;
      case 'reference':
        return this.#idOf(shape.to, value);
      case 'references':
        return textsOf(value)
          .flatMap((id) => this.#idOf(shape.to, id) ?? [])
          .sort();
      default:
        return undefined;
    }
  }

  /** What is named by what no longer is there is named by nothing. */
  #idOf(to: Target, id: unknown): string | undefined {
    if (typeof id !== 'string') return undefined;
    if (to === 'technology') return this.#live.technologies.get(id) ?? id;
    if (to === 'team') return this.#live.teams.get(id) ?? id;
    return this.#ids.get(to as ElementKind)?.get(id);
  }

  #domainOf(root: unknown): string | undefined {
    return this.#idOf('domain', this.#live.roots.get(String(root)));
  }

  /** The ids of drawn objects and lines of a diagram: those of what they draw, with a number where it is drawn twice. */
  #drawnOn(diagramId: string): ReadonlyMap<string, string> {
    const known = this.#drawn.get(diagramId);
    if (known) return known;
    const content = this.#live.contents.get(diagramId);
    const named = new Map<string, string>();
    for (const [map, kind] of [
      ['objects', 'object'],
      ['connections', 'connection'],
    ] as const) {
      const taken = new Map<string, number>();
      for (const [id, { modelId }] of entriesOf(content?.[map]).sort(([a], [b]) => (a < b ? -1 : 1))) {
        const of = this.#idOf(kind, modelId);
        if (of === undefined) continue;
        const times = (taken.get(of) ?? 0) + 1;
        taken.set(of, times);
        named.set(id, times === 1 ? of : `${of}-${times}`);
      }
    }
    this.#drawn.set(diagramId, named);
    return named;
  }

  #objectsOn(diagramId: string): Value {
    const named = this.#drawnOn(diagramId);
    const entries = entriesOf(this.#live.contents.get(diagramId)?.objects).flatMap(
      ([id, { modelId, type, shape }]) => {
        const object = this.#idOf('object', modelId);
        const drawn = named.get(id);
        if (object === undefined || drawn === undefined) return [];
        const usual = type === 'group' ? 'area' : 'box';
        return [
          {
            ...(drawn !== object && { id: drawn }),
            object,
            ...(typeof shape === 'string' && shape !== usual && { shape }),
          },
        ];
      },
    );
    return entries.sort(byText(({ id, object }) => id ?? object));
  }

  #linesOn(diagramId: string): Value {
    const named = this.#drawnOn(diagramId);
    const entries = entriesOf(this.#live.contents.get(diagramId)?.connections).flatMap(([id, line]) => {
      const connection = this.#idOf('connection', line.modelId);
      const drawn = named.get(id);
      if (connection === undefined || drawn === undefined) return [];
      const record = recordsOf(this.#live, 'connection').find((it) => it.id === line.modelId);
      const end = (key: 'originId' | 'targetId') => {
        const at = named.get(String(line[key]));
        return at === undefined || at === this.#idOf('object', record?.[key]) ? undefined : at;
      };
      const [origin, target] = [end('originId'), end('targetId')];
      return [
        {
          ...(drawn !== connection && { id: drawn }),
          connection,
          ...(origin !== undefined && { origin }),
          ...(target !== undefined && { target }),
        },
      ];
    });
    return entries.sort(byText(({ id, connection }) => id ?? connection));
  }

  #layoutOf(diagramId: string): Value | undefined {
    const content = this.#live.contents.get(diagramId);
    if (!content) return undefined;
    const named = this.#drawnOn(diagramId);
    const layout: Record<string, Value> = {};
    for (const map of ['objects', 'connections'] as const) {
      const { shape } = LAYOUT_OF[map] as Field;
      if (shape.is !== 'map') continue;
      const entries = entriesOf(content[map]).flatMap(([id, entry]): [string, Value][] => {
        const drawn = named.get(id);
        const fields = placeFields(shape.of, entry);
        return drawn === undefined || Object.keys(fields).length === 0 ? [] : [[drawn, fields]];
      });
      if (entries.length > 0) layout[map] = Object.fromEntries(entries.sort(byText(([key]) => key)));
    }
    return Object.keys(layout).length > 0 ? layout : undefined;
  }

  /** Steps in order. The ids they have are kept where others name them only. */
  #stepsOf({ steps, diagramId }: Doc): Value {
    const named = this.#drawnOn(String(diagramId));
    const onDiagram = (id: unknown): string | undefined =>
      typeof id === 'string' ? (named.get(id) ?? this.#idOf('object', id)) : undefined;
    const sorted = entriesOf(steps).sort(([, a], [, b]) => Number(a.index) - Number(b.index));
    const number = new Map(sorted.map(([id], at) => [id, `step-${at + 1}`]));
    const withPaths = new Set(
      sorted.filter(([, { paths }]) => entriesOf(paths).length > 0).map(([id]) => id),
    );
    const pathIds = new Map(
      sorted.flatMap(([id, { paths }]) =>
        entriesOf(paths)
          .sort(([, a], [, b]) => Number(a.index) - Number(b.index))
          .map(([path], at) => [path, `${number.get(id)}/path-${at + 1}`] as const),
      ),
    );
    return sorted.map(([id, step]) => {
      const paths = entriesOf(step.paths).sort(([, a], [, b]) => Number(a.index) - Number(b.index));
      const parent =
        typeof step.parentId === 'string'
          ? (pathIds.get(step.parentId) ?? number.get(step.parentId))
          : undefined;
      const isNamed = withPaths.has(id) || sorted.some(([, other]) => other.parentId === id);
      return compact({
        id: isNamed ? number.get(id) : undefined,
        type: textOrNothing(step.type),
        origin: onDiagram(step.originId),
        target: onDiagram(step.targetId),
        via: onDiagram(step.viaId),
        description: textOrNothing(step.description),
        details: textOrNothing(step.detailedDescription),
        flow: this.#idOf('flow', step.flowId),
        parent,
        paths:
          paths.length === 0
            ? undefined
            : paths.map(([path, { name }]) => ({ id: pathIds.get(path)?.split('/')[1], name: String(name) })),
      });
    });
  }
}

const LAYOUT_OF: Fields = (() => {
  const { shape } = KINDS.diagram.fields.layout as Field;
  return shape.is === 'group' ? shape.of : {};
})();

/** The value at `icon.catalogTechnologyId`. */
const at = (record: Doc, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), record);

const textOrNothing = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const byText =
  <Item>(of: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    of(a) < of(b) ? -1 : 1;

const compact = (fields: Record<string, Value | undefined>): Value =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Value;

function ownLabels(labels: unknown): Value {
  const own = Object.entries(isObject(labels) ? labels : {}).filter(([key]) => !IMPORT_LABELS.includes(key));
  return Object.fromEntries(own.map(([key, value]) => [key, String(value)]));
}

function linksOf(links: unknown): Value {
  const sorted = entriesOf(links).sort(([, a], [, b]) => Number(a.index) - Number(b.index));
  return sorted.flatMap(([, { url, customName }]) =>
    typeof url === 'string' ? [compact({ url, name: textOrNothing(customName) })] : [],
  );
}

/** Where an entry of a diagram stands, and how; what is usual is left out. */
function placeFields(fields: Fields, entry: Record<string, unknown>): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = entry[field.record ?? key];
    const isPlain = typeof value === 'number' || typeof value === 'string';
    const read = key === 'points' ? pointsOf(value) : isPlain ? value : undefined;
    if (read !== undefined && !isDefault(read, field.default)) found[key] = read;
  }
  return found;
}

const pointsOf = (points: unknown): Value =>
  (Array.isArray(points) ? points : []).flatMap((point: unknown) =>
    isObject(point) && typeof point.x === 'number' && typeof point.y === 'number'
      ? [{ x: point.x, y: point.y }]
      : [],
  );
