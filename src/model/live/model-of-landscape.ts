import { type Doc, textsOf } from '../../contract/doc.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementOf,
  type Model,
  modelOf,
  type Value,
} from '../document/element.js';
import type { Field, Target } from '../document/field.js';
import { KINDS } from '../document/kinds.js';
import { isDefault } from '../document/yaml/node.js';
import { type ContentReading, connectionsOn, type DrawnIds, drawnIds, layoutOf, objectsOn } from './drawn.js';
import { type Ids, type LiveLandscape, recordsOf } from './landscape.js';
import { stepsOf } from './steps.js';
import { linksOf, ownLabels, valueAt } from './values.js';

/**
 * Converts a landscape to a model; every record has an id. Drawn entries and flow steps keep the ids of the document,
 * if one is given.
 */
export function modelOfLandscape(live: LiveLandscape, ids: Ids, namespace?: string, wanted?: Model): Model {
  const translator = new ModelBuilder(live, ids, wanted);
  return modelOf(translator.elements(), {
    landscape: live.landscape.name,
    ...(namespace !== undefined && { namespace }),
  });
}

/** Sorts by index and id, because the service lists records in any order. */
function inOrder(a: Element, b: Element): number {
  const byIndex = Number(a.fields.index ?? 0) - Number(b.fields.index ?? 0);
  return byIndex === 0 || Number.isNaN(byIndex) ? byId(a, b) : byIndex;
}

const byId = (a: Element, b: Element): number => (a.id < b.id ? -1 : 1);

/** Fields that are computed instead of copied from the record. */
type ComputedField = (record: Doc, translator: ModelBuilder) => Value | undefined;

const COMPUTED_FIELDS: Readonly<Record<string, ComputedField>> = {
  'object.parent': ({ parentId }, it) => it.parentOf(parentId),
  'object.domain': ({ parentId }, it) => it.domainOf(parentId),
  'diagram.of': ({ modelId }, it) => it.parentOf(modelId),
  'diagram.domain': ({ modelId }, it) => it.domainOf(modelId),
  'diagramGroup.of': ({ modelId }, it) => it.parentOf(modelId),
  'diagramGroup.domain': ({ modelId }, it) => it.domainOf(modelId),
  'diagram.objects': ({ id }, it) => objectsOn(...it.drawnOn(id)),
  'diagram.connections': ({ id }, it) => connectionsOn(...it.drawnOn(id)),
  'diagram.layout': ({ id }, it) => layoutOf(...it.drawnOn(id)),
  'flow.steps': (record, it) => it.stepsOf(record),
  'object.links': ({ links }) => linksOf(links),
  'connection.links': ({ links }) => linksOf(links),
};

/** How a field is read from a record. */
interface FieldSource {
  key: string;
  field: Field;
  /** Path of the field in the record. */
  path: readonly string[];
  computed: ComputedField | undefined;
}

const fieldSources = (kind: ElementKind): readonly FieldSource[] =>
  Object.entries(KINDS[kind].fields).map(([key, field]) => ({
    key,
    field,
    path: (field.record ?? key).split('.'),
    computed: COMPUTED_FIELDS[`${kind}.${key}`],
  }));

class ModelBuilder {
  readonly #live: LiveLandscape;
  readonly #ids: Ids;
  readonly #wanted: Model | undefined;
  readonly #drawn = new Map<string, [ContentReading, DrawnIds]>();
  #connections: ReadonlyMap<string, Doc> | undefined;

  constructor(live: LiveLandscape, ids: Ids, wanted: Model | undefined) {
    this.#live = live;
    this.#ids = ids;
    this.#wanted = wanted;
  }

  *elements(): Generator<Element> {
    for (const kind of ELEMENT_KINDS) {
      const readings = fieldSources(kind);
      const elements: Element[] = [];
      for (const record of recordsOf(this.#live, kind)) {
        const id = this.#ids.get(kind)?.get(record.id);
        if (id !== undefined) elements.push(this.#element(kind, id, record, readings));
      }
      yield* elements.sort('index' in KINDS[kind].fields ? inOrder : byId);
    }
  }

  #element(kind: ElementKind, id: string, record: Doc, readings: readonly FieldSource[]): Element {
    const fields: Record<string, Value> = {};
    for (const { key, field, path, computed } of readings) {
      const value = computed ? computed(record, this) : this.#value(field, valueAt(record, path));
      if (value !== undefined && !isDefault(value, field.default)) fields[key] = value;
    }
    const { handleId } = record;
    return { kind, id, fields, recordId: record.id, ...(typeof handleId === 'string' && { handleId }) };
  }

  /** The parent object; undefined for the root of a domain. */
  parentOf(id: unknown): string | undefined {
    return this.#live.roots.has(String(id)) ? undefined : this.idOf('object', id);
  }

  domainOf(root: unknown): string | undefined {
    return this.idOf('domain', this.#live.roots.get(String(root)));
  }

  /** References to deleted records are dropped. */
  idOf(to: Target, id: unknown): string | undefined {
    if (typeof id !== 'string') return undefined;
    if (to === 'technology') return this.#live.technologies.get(id) ?? id;
    if (to === 'team') return this.#live.teams.get(id) ?? id;
    return to === 'drawnObject' || to === 'drawnConnection' ? undefined : this.#ids.get(to)?.get(id);
  }

  /** The context for reading a diagram, and the ids of its entries. */
  drawnOn(diagramId: string): [ContentReading, DrawnIds] {
    const known = this.#drawn.get(diagramId);
    if (known) return known;
    const from: ContentReading = {
      content: this.#live.contents.get(diagramId),
      idOf: (kind, id) => this.idOf(kind, id),
      endsOf: (id) => this.#endsOf(id),
      wanted: this.#wantedOf('diagram', diagramId),
    };
    const found: [ContentReading, DrawnIds] = [from, drawnIds(from)];
    this.#drawn.set(diagramId, found);
    return found;
  }

  stepsOf(record: Doc): Value {
    const [, ids] = this.drawnOn(String(record.diagramId));
    return stepsOf(record, {
      drawn: (id) => ids.get(String(id)) ?? this.idOf('object', id),
      flow: (id) => this.idOf('flow', id),
      wanted: this.#wantedOf('flow', record.id),
    });
  }

  #wantedOf(kind: ElementKind, recordId: string): Element | undefined {
    const id = this.#ids.get(kind)?.get(recordId);
    return id === undefined || !this.#wanted ? undefined : elementOf(this.#wanted, kind, id);
  }

  #endsOf(connectionId: unknown) {
    this.#connections ??= new Map(recordsOf(this.#live, 'connection').map((it) => [it.id, it]));
    const record = this.#connections.get(String(connectionId));
    return {
      origin: this.idOf('object', record?.originId),
      target: this.idOf('object', record?.targetId),
    };
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
      case 'texts':
        return ownLabels(value);
      case 'reference':
        return this.idOf(shape.to, value);
      case 'references':
        // Copied, because `flatMap` reserves memory for more items.
        return [...textsOf(value).flatMap((id) => this.idOf(shape.to, id) ?? [])].sort();
      default:
        return undefined;
    }
  }
}
