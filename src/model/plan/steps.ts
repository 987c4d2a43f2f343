import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../../contract/doc.js';
import type { Change } from '../compare/diff.js';
import type { Identity } from '../compare/identity.js';
import { nameOf } from '../document/containers.js';
import { type Element, type ElementKind, elementKey, elementsOf, type Model } from '../document/element.js';
import { Implied } from '../document/implied.js';
import { KINDS } from '../document/kinds.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import { type BodyContext, bodyOf, labelsOf } from './bodies/bodies.js';
import type { Deletion } from './deletes.js';
import { Drawings } from './drawings.js';
import { freeNames } from './free-names.js';
import type { ObjectNames } from './names.js';
import { diagramsInOrder, flowsInOrder, objectsInOrder } from './order.js';
import type { Body, Purpose, Step } from './plan-types.js';
import type { RecordIds } from './record-ids.js';

export interface StepBuilderInput {
  /** The document, with defaults from the landscape. */
  model: Model;
  current: Model;
  live: LiveLandscape;
  ids: RecordIds;
  identity: Identity;
  changes: readonly Change[];
  deletions: readonly Deletion[];
  names: ObjectNames;
  namespace: string | undefined;
  landscapeDomain: string | undefined;
}

/** Operation prefix of each kind. */
const OPERATIONS: Readonly<Record<ElementKind, string>> = {
  tagGroup: 'tags.groups',
  tag: 'tags',
  domain: 'domains',
  object: 'model.objects',
  connection: 'model.connections',
  diagramGroup: 'diagrams.groups',
  diagram: 'diagrams',
  flow: 'flows',
};

/** Fields whose change counts as a move. */
const PLACES: readonly string[] = ['parent', 'domain', 'of', 'group'];

/** All steps that create and update records, in order; the caller adds the deletions. */
export async function stepsOf(from: StepBuilderInput): Promise<Step[]> {
  const builder = new StepBuilder(from);
  const { model } = from;
  const steps: Step[] = [];
  const add = (elements: readonly Element[]): void => {
    for (const element of elements) steps.push(...builder.of(element));
  };
  add((['tagGroup', 'tag', 'domain'] as const).flatMap((kind) => elementsOf(model, kind)));
  steps.push(...freeNames(from, (record, name, why) => builder.rename(record, name, why)));
  add(objectsInOrder(model));
  add((['connection', 'diagramGroup'] as const).flatMap((kind) => elementsOf(model, kind)));
  const diagrams = diagramsInOrder(model);
  await builder.layOut(diagrams);
  add([...diagrams, ...flowsInOrder(model)]);
  return steps;
}

export function deleteStep({ kind, id, name, record, goesAlong }: Deletion): Step {
  return {
    does: 'delete',
    kind,
    id,
    name,
    operation: `${OPERATIONS[kind]}.delete`,
    recordId: record.id,
    fields: [],
    why: 'not in the document',
    ...(goesAlong.length > 0 && { goesAlong }),
  };
}

/**
 * Builds steps. Their literals name `kind`, `id` and `name` instead of spreading them first, because objects that begin
 * with a spread take several times the time and memory.
 */
class StepBuilder {
  readonly #from: StepBuilderInput;
  readonly #changes: ReadonlyMap<string, Change>;
  readonly #bodies: BodyContext;
  readonly #drawings: Drawings;
  /** Names that objects have been given so far, temporarily or for good. */
  readonly #renamed = new Map<string, string>();

  constructor(from: StepBuilderInput) {
    this.#from = from;
    const { live, ids, model, namespace } = from;
    this.#changes = new Map(from.changes.map((it) => [`${it.kind} ${it.id}`, it]));
    const next = new Map<ElementKind, number>();
    this.#bodies = {
      ids,
      namespace,
      nextIndex: (kind) => {
        const index = next.get(kind) ?? nextFreeIndex(recordsOf(live, kind));
        next.set(kind, index + 1);
        return index;
      },
    };
    this.#drawings = new Drawings(live, model, new Implied(model), ids);
  }

  /** Lays out the new diagrams, before their steps. */
  async layOut(diagrams: readonly Element[]): Promise<void> {
    await this.#drawings.layOut(
      diagrams.filter((it) => this.#isPlanned(it) && !this.#from.ids.record('diagram', it.id)),
    );
  }

  of(element: Element): Step[] {
    if (!this.#isPlanned(element)) return [];
    const record = this.#from.ids.record(element.kind, element.id);
    return record ? this.#update(element, record) : [this.#create(element)];
  }

  /** Whether the document describes the element, instead of only using it. */
  #isPlanned({ kind, id }: Element): boolean {
    const { landscapeDomain, model } = this.#from;
    if (kind === 'domain' && id === landscapeDomain) return false;
    return model.references.size === 0 || !model.references.has(elementKey({ kind, id }));
  }

  /** A step that renames an object to free its name. */
  rename(record: Doc, name: string, why: string): Step {
    const id = this.#from.ids.elementOf('object', record.id) ?? record.id;
    this.#renamed.set(id, name);
    return {
      kind: 'object',
      id,
      name: String(record.name),
      does: 'free-name',
      operation: 'model.objects.update',
      recordId: record.id,
      body: { name },
      ...commitOf(record),
      before: { name: record.name },
      fields: [{ field: 'name', from: String(record.name), to: name }],
      why,
    };
  }

  #create(element: Element): Step {
    const { ids, namespace } = this.#from;
    const { kind } = element;
    const recordId = ids.of(kind, element.id);
    const handleId = ids.handle(kind, element.id);
    // Assigned instead of spread, as above.
    const body: Record<string, unknown> = handleId === undefined ? {} : { handleId };
    Object.assign(body, bodyOf(element, Object.keys(KINDS[kind].fields), undefined, this.#bodies));
    const drawn =
      kind === 'diagram'
        ? this.#drawings.create(element)
        : kind === 'flow'
          ? { steps: this.#drawings.steps(element) }
          : {};
    Object.assign(body, drawn, { labels: labelsOf(element, namespace) });
    return {
      kind,
      id: element.id,
      name: nameOf(element),
      does: 'create',
      operation: `${OPERATIONS[kind]}.upsert`,
      recordId,
      body,
      fields: [],
      why: 'in the document but not in the landscape',
    };
  }

  #update(element: Element, record: Doc): Step[] {
    const { kind, id } = element;
    const name = nameOf(element);
    const all = this.#changes.get(`${kind} ${id}`)?.fields ?? [];
    const renamed = kind === 'object' ? this.#renamed.get(id) : undefined;
    const fields = all.filter(({ field }) => field !== 'name' || renamed !== element.fields.name);
    const keys = fields.map(({ field }) => field);
    const labels = labelsOf(element, this.#from.namespace);
    const adopts = !hasSameLabels(record.labels ?? {}, labels);
    if (all.length === 0 && !adopts) return [];
    const ownFields: Fields = { ...bodyOf(element, keys, record, this.#bodies), ...(adopts && { labels }) };
    const steps =
      kind === 'flow' && keys.includes('steps') ? this.#drawings.changedSteps(element, record) : undefined;
    const body: Body = { ...ownFields, ...(steps && { steps: steps.patch }) };
    const found: Step[] = [];
    const drawn = ['objects', 'connections', 'layout'];
    if (Object.values(body).some((value) => value !== undefined)) {
      const isDrawn = (field: string): boolean => kind === 'diagram' && drawn.includes(field);
      const own = fields.filter(({ field }) => !isDrawn(field));
      found.push({
        kind,
        id,
        name,
        does: purposeOf(own.map(({ field }) => field)),
        operation: `${OPERATIONS[kind]}.update`,
        recordId: record.id,
        body,
        ...commitOf(record),
        before: {
          ...currentValues(record, ownFields),
          ...(renamed !== undefined && 'name' in ownFields && { name: renamed }),
          ...(steps && { steps: steps.before }),
        },
        fields: own,
        why: own.length === 0 ? this.#whyAdopted(element) : 'differs from the document',
      });
    }
    const content =
      kind === 'diagram' && keys.some((it) => drawn.includes(it))
        ? this.#drawings.changed(element, record)
        : undefined;
    if (content)
      found.push({
        kind,
        id,
        name,
        does: 'update',
        operation: 'diagrams.content.update',
        recordId: record.id,
        ...content,
        fields: fields.filter(({ field }) => drawn.includes(field)),
        why: 'content differs from the document',
      });
    return found;
  }

  #whyAdopted({ kind, id }: Element): string {
    const by = this.#from.identity.criteria.get(kind)?.get(id);
    if (by === 'handle') return 'matched by its handle id; gets labels that identify it';
    if (by === 'moved') return 'moved; gets labels that identify it';
    if (by === 'name') return 'matched by its name; gets labels that identify it';
    if (by === 'pulled') return 'matched by the id of a pull; gets labels that identify it';
    return 'matched by its label; gets the labels of the document';
  }
}

function hasSameLabels(now: unknown, labels: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(labels);
  return (
    isObject(now) &&
    Object.keys(now).length === keys.length &&
    keys.every((key) => Object.hasOwn(now, key) && now[key] === labels[key])
  );
}

function purposeOf(fields: readonly string[]): Purpose {
  if (fields.length === 0) return 'adopt';
  return fields.some((it) => PLACES.includes(it)) ? 'move' : 'update';
}

export const commitOf = ({ commit }: Doc): { commit?: number } =>
  typeof commit === 'number' ? { commit } : {};

/** The current values of a record for the fields in a request; of links, only those in the request. */
function currentValues(record: Doc, body: Fields): Fields {
  return Object.fromEntries(Object.keys(body).map((key) => [key, record[key] ?? null]));
}

const nextFreeIndex = (records: readonly Doc[]): number =>
  records.reduce((next, { index }) => (typeof index === 'number' ? Math.max(next, index + 1) : next), 0);
