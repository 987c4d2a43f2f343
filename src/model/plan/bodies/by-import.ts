import * as z from 'zod/mini';
import {
  type ImportData,
  importData,
  type ModelObjectImport,
} from '../../../contract/resources/landscape-import.js';
import { importProblems, PARENT_TYPES } from '../../../contract/rules/imports/import-document.js';
import { originalIdOf } from '../../../contract/rules/imports/import-entities.js';
import { importSteps } from '../../../contract/rules/imports/import-steps.js';
import { identify } from '../../compare/identity.js';
import {
  type Element,
  type ElementKind,
  elementOf,
  type Model,
  type ModelKind,
} from '../../document/element.js';
import type { LiveLandscape } from '../../live/landscape.js';
import { costOf } from '../cost.js';
import { objectsInOrder } from '../order.js';
import type { Imports, Plan, Step } from '../plan-types.js';
import { RecordIds } from '../record-ids.js';
import { resolveAgainst } from '../resolve.js';
import { importChunks } from './import-chunks.js';
import { connectionEntry, domainEntry, type EntryWith, objectEntry } from './import-entries.js';

/** Moves the creation of many objects and connections in a plan to imports (docs/service.md#imports). */

/** Size of an import document, below the limits of the sandbox (5 MB) and of usual servers. */
const MAX_BYTES = 4_000_000;

/** Imports, and the steps whose objects single requests move afterwards. */
interface ImportedPart extends Imports {
  moved: readonly Step[];
}

/**
 * Import documents for the creates of a plan, and the steps that they replace; undefined if imports are of no use. The
 * result is the same, except for systems and actors in groups: an import creates them in the domain. Existing elements are
 * included only as parents of new ones, and unchanged.
 */
export function importsFor(plan: Plan, wanted: Model, live: LiveLandscape): ImportedPart | undefined {
  const { namespace } = wanted;
  if (namespace === undefined || plan.draft || freesNames(plan)) return undefined;
  const places = new Places(plan, resolveAgainst(wanted, live).model, live, namespace);
  const entries = places.entries();
  const document: ImportData = { namespace, ...entries };
  if (importProblems(document).length > 0) return undefined;
  const documents = importSteps(document).flatMap((it) => importChunks(it, MAX_BYTES));
  // One after the other, because a check copies its document.
  const isFine = documents.every((it) => z.safeParse(importData, it).success);
  const steps = plan.steps.flatMap((step, at) => (places.isMade(step) ? [at] : []));
  if (!isFine || steps.length === 0) return undefined;
  const moved = plan.steps.filter((step) => places.isMade(step) && places.isMoved(step));
  return { documents, steps, moved };
}

/**
 * These steps run first and change what later steps start from, so the plan after an import would no longer match the
 * original one.
 */
const freesNames = ({ steps }: Plan): boolean =>
  steps[0]?.does === 'delete' || steps.some(({ does }) => does === 'free-name');

/** Returns a plan that performs these steps by import. */
export function withImports<Of extends Plan>(plan: Of, { documents, steps, moved }: ImportedPart): Of {
  const made = new Set(steps);
  const cost = costOf([...plan.steps.filter((_, at) => !made.has(at)), ...moved]);
  const requests = { ...cost.requests, import: documents.length };
  return { ...plan, imports: { documents, steps }, cost: { ...cost, requests, access: 'admin' } };
}

const keyOf = (kind: ModelKind, id: string): string => `${kind} ${id}`;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : [];

/** Decides which elements can be entries of an import. */
class Places {
  readonly #model: Model;
  readonly #live: LiveLandscape;
  readonly #ids: RecordIds;
  readonly #steps: ReadonlyMap<string, Step>;
  /** Elements that differ from the document, and stay so. */
  readonly #leftOut: ReadonlySet<string>;
  readonly #records: ReadonlyMap<string, string>;
  /** Elements of the document, and which of them the import creates. */
  readonly #entries = new Map<string, ModelObjectImport>();
  readonly #made = new Set<string>();
  /** Objects that an import cannot create in their group. */
  readonly #moved = new Set<string>();
  readonly #parents = new Map<string, string>();
  readonly #newDomains = new Set<string>();

  constructor(plan: Plan, model: Model, live: LiveLandscape, namespace: string) {
    this.#model = model;
    this.#live = live;
    this.#ids = new RecordIds(live, identify(live, model).ids, model, plan.live);
    this.#steps = new Map(plan.steps.map((step) => [keyOf(step.kind, step.id), step]));
    this.#leftOut = new Set((plan.leftOut ?? []).map(({ kind, id }) => keyOf(kind, id)));
    this.#records = new Map(
      [...live.records.values()].flat().map((it) => [it.id, originalIdOf(it, namespace) ?? '']),
    );
  }

  isMade = ({ does, kind, id }: Step): boolean => does === 'create' && this.#made.has(keyOf(kind, id));

  isMoved = ({ kind, id }: Step): boolean => this.#moved.has(keyOf(kind, id));

  entries(): Pick<ImportData, 'modelObjects' | 'modelConnections'> {
    const from: EntryWith = { ids: this.#ids };
    for (const element of objectsInOrder(this.#model)) this.#takeObject(element, from);
    const connections = [...(this.#model.elements.get('connection')?.values() ?? [])].filter((it) =>
      this.#isMakable(it),
    );
    for (const { id } of connections) this.#made.add(keyOf('connection', id));
    const isNeeded = this.#needed();
    return {
      modelObjects: [...this.#entries].flatMap(([key, entry]) => (isNeeded.has(key) ? [entry] : [])),
      modelConnections: connections.map((it) => connectionEntry(it, from)),
    };
  }

  #takeObject(element: Element, from: EntryWith): void {
    const { id, fields } = element;
    const parent = textOf(fields.parent);
    const domain = parent === undefined ? textOf(fields.domain) : undefined;
    const container =
      parent === undefined ? this.#domainIn(domain) : this.#entries.get(keyOf('object', parent));
    const type = textOf(fields.type) as ModelObjectImport['type'];
    const isNew = this.#isNew(element);
    const inside = this.#placeFor(type, container, isNew);
    if (!inside) return;
    const isAsItWas = !isNew && !this.#isChanged('object', id) && this.#isLabelled('object', id);
    if (!isAsItWas && !(isNew && this.#isSayable(element))) return;
    this.#entries.set(keyOf('object', id), objectEntry(element, inside.id, from, isNew));
    this.#parents.set(keyOf('object', id), keyOf(inside.type === 'domain' ? 'domain' : 'object', inside.id));
    if (isNew) this.#made.add(keyOf('object', id));
    if (inside !== container) this.#moved.add(keyOf('object', id));
  }

  /**
   * Where an import can create an object: in its container, or in the domain around a group. An existing object must stay
   * where it is.
   */
  #placeFor(
    type: ModelObjectImport['type'],
    container: ModelObjectImport | undefined,
    isNew: boolean,
  ): ModelObjectImport | undefined {
    const allowed = PARENT_TYPES[type] ?? [];
    let at = container;
    while (at?.type === 'group' && isNew && !allowed.includes(at.type))
      at = this.#entries.get(this.#parents.get(keyOf('object', at.id)) ?? '');
    return at && allowed.includes(at.type) ? at : undefined;
  }

  /**
   * An import can use a domain that it creates or that an earlier import created, because then the root has a label.
   */
  #domainIn(id: string | undefined): ModelObjectImport | undefined {
    const element = id === undefined ? undefined : elementOf(this.#model, 'domain', id);
    if (!element) return undefined;
    const key = keyOf('domain', element.id);
    const known = this.#entries.get(key);
    if (known) return known;
    const isNew = this.#isNew(element);
    const record = this.#ids.known('domain', element.id);
    const isImported = record !== undefined && this.#live.roots.get(record) === record;
    const isKept = isImported && this.#isLabelled('domain', element.id) && !this.#leftOut.has(key);
    if (!isNew && !isKept) return undefined;
    const entry = domainEntry(element, isNew);
    if (isNew) this.#newDomains.add(key);
    this.#entries.set(key, entry);
    return entry;
  }

  #isNew = ({ kind, id }: Element): boolean => this.#steps.get(keyOf(kind, id))?.does === 'create';

  #isChanged(kind: ElementKind, id: string): boolean {
    return this.#steps.has(keyOf(kind, id)) || this.#leftOut.has(keyOf(kind, id));
  }

  #isLabelled(kind: ElementKind, id: string): boolean {
    const record = this.#ids.known(kind, id);
    return record !== undefined && this.#records.get(record) === id;
  }

  /** Whether an import can refer to the object: this import or an earlier one created it. */
  #isNamed = (id: string): boolean => this.#made.has(keyOf('object', id)) || this.#isLabelled('object', id);

  /** Whether an entry can express all fields. */
  #isSayable = ({ fields }: Element): boolean =>
    fields.teamOnlyEditing !== true && textsOf(fields.groups).every(this.#isNamed);

  #isMakable(element: Element): boolean {
    const { origin, target, via, direction } = element.fields;
    const ends = [origin, target, ...(via === undefined ? [] : [via])];
    return (
      this.#isNew(element) &&
      typeof direction === 'string' &&
      ends.every((it) => typeof it === 'string' && this.#isNamed(it))
    );
  }

  /** New entries and their containers; a new domain is created only if it has content. */
  #needed(): ReadonlySet<string> {
    const needed = new Set<string>();
    for (const made of this.#made)
      for (
        let key: string | undefined = made;
        key !== undefined && !needed.has(key);
        key = this.#parents.get(key)
      )
        needed.add(key);
    for (const key of needed) if (this.#newDomains.has(key)) this.#made.add(key);
    return needed;
  }
}
