import * as z from 'zod/mini';
import {
  type ImportData,
  importData,
  type ModelObjectImport,
} from '../../../contract/resources/landscape-import.js';
import { importProblems, PARENT_TYPES } from '../../../contract/rules/imports/import-document.js';
import { originalIdOf } from '../../../contract/rules/imports/import-entities.js';
import { importSteps } from '../../../contract/rules/imports/import-steps.js';
import { type Element, elementOf, elementsOf, type Model } from '../../document/element.js';
import type { LiveLandscape } from '../../live/landscape.js';
import { costOf } from '../cost.js';
import { objectsInOrder } from '../order.js';
import type { ElementRef, Imports, Plan, Step } from '../plan-types.js';
import { RecordIds } from '../record-ids.js';
import type { Compared } from '../resolve.js';
import { importChunks } from './import-chunks.js';
import { connectionEntry, domainEntry, type EntryContext, objectEntry } from './import-entries.js';

/** Moves the creation of many objects and connections in a plan to imports (docs/service.md#imports). */

/** Size of an import document, below the limits of the sandbox (5 MB) and of usual servers. */
const MAX_BYTES = 4_000_000;

/** Imports, and the steps of objects that single requests move to their group afterwards. */
interface ImportedPart extends Imports {
  moved: readonly Step[];
}

/**
 * Import documents that create the new objects and connections of a plan, and the steps that they replace. Undefined if
 * the plan cannot be applied by import. An import has the same result as the steps, except for systems and actors in
 * groups, which it creates in the domain. Existing elements are included only as parents of new ones, unchanged.
 */
export function importsFor(
  plan: Plan,
  { own, identity }: Pick<Compared, 'own' | 'identity'>,
  live: LiveLandscape,
): ImportedPart | undefined {
  const { namespace } = own;
  if (namespace === undefined || plan.draft || freesNames(plan)) return undefined;
  const ids = new RecordIds(live, identity.ids, own, plan.live);
  const places = new ImportSelection(plan, own, live, ids, namespace);
  const entries = places.entries();
  const document: ImportData = { namespace, ...entries };
  if (importProblems(document).length > 0) return undefined;
  const documents = importSteps(document).flatMap((it) => importChunks(it, MAX_BYTES));
  // One after the other, because a check copies its document.
  const isValid = documents.every((it) => z.safeParse(importData, it).success);
  const steps = plan.steps.flatMap((step, at) => (places.isImported(step) ? [at] : []));
  if (!isValid || steps.length === 0) return undefined;
  const moved = plan.steps.filter((step) => places.isImported(step) && places.isMoved(step));
  return { documents, steps, moved };
}

/** Whether the plan begins with steps that free names. After an import, a new plan would no longer match the original. */
const freesNames = ({ steps }: Plan): boolean =>
  steps[0]?.does === 'delete' || steps.some(({ does }) => does === 'free-name');

/** Returns a plan that performs these steps by import. */
export function withImports<Of extends Plan>(plan: Of, { documents, steps, moved }: ImportedPart): Of {
  const made = new Set(steps);
  const cost = costOf([...plan.steps.filter((_, at) => !made.has(at)), ...moved]);
  const requests = { ...cost.requests, import: documents.length };
  return { ...plan, imports: { documents, steps }, cost: { ...cost, requests, access: 'admin' } };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : [];

/** Selects the elements that can be entries of an import, and creates the entries. */
class ImportSelection {
  readonly #model: Model;
  readonly #live: LiveLandscape;
  readonly #ids: RecordIds;
  /** Elements that the plan creates, and all that it changes. */
  readonly #created: ReadonlySet<Element>;
  readonly #changed: ReadonlySet<Element>;
  /** Elements that differ from the document, and stay so. */
  readonly #leftOut: ReadonlySet<Element>;
  readonly #records: ReadonlyMap<string, string>;
  /** Elements of the document, and which of them the import creates. */
  readonly #entries = new Map<Element, ModelObjectImport>();
  readonly #imported = new Set<Element>();
  /** Objects that an import cannot create in their group. */
  readonly #moved = new Set<Element>();
  readonly #parents = new Map<Element, Element>();
  readonly #newDomains = new Set<Element>();

  constructor(plan: Plan, model: Model, live: LiveLandscape, ids: RecordIds, namespace: string) {
    this.#model = model;
    this.#live = live;
    this.#ids = ids;
    const elements = (refs: readonly ElementRef[]): ReadonlySet<Element> =>
      new Set(refs.flatMap((it) => this.#element(it) ?? []));
    this.#created = elements(plan.steps.filter(({ does }) => does === 'create'));
    this.#changed = elements(plan.steps);
    this.#leftOut = elements(plan.leftOut ?? []);
    this.#records = new Map(
      [...live.records.values()].flat().map((it) => [it.id, originalIdOf(it, namespace) ?? '']),
    );
  }

  isImported = (step: Step): boolean => step.does === 'create' && isIn(this.#imported, this.#element(step));

  isMoved = (step: Step): boolean => isIn(this.#moved, this.#element(step));

  entries(): Pick<ImportData, 'modelObjects' | 'modelConnections'> {
    const from: EntryContext = { ids: this.#ids };
    for (const element of objectsInOrder(this.#model)) this.#takeObject(element, from);
    const connections = elementsOf(this.#model, 'connection').filter((it) => this.#isImportable(it));
    for (const it of connections) this.#imported.add(it);
    const isNeeded = this.#neededElements();
    return {
      modelObjects: [...this.#entries].flatMap(([element, entry]) => (isNeeded.has(element) ? [entry] : [])),
      modelConnections: connections.map((it) => connectionEntry(it, from)),
    };
  }

  #takeObject(element: Element, from: EntryContext): void {
    const { id, fields } = element;
    const parent = textOf(fields.parent);
    const domain = parent === undefined ? textOf(fields.domain) : undefined;
    const container =
      parent === undefined ? this.#domainIn(domain) : elementOf(this.#model, 'object', parent);
    const type = textOf(fields.type) as ModelObjectImport['type'];
    const isNew = this.#created.has(element);
    const inside = container && this.#importContainer(type, container, isNew);
    if (!inside) return;
    const isUnchanged = !isNew && !this.#isChanged(element) && this.#isLabelled('object', id);
    if (!isUnchanged && !(isNew && this.#isExpressible(element))) return;
    this.#entries.set(element, objectEntry(element, inside.id, from, isNew));
    this.#parents.set(element, inside);
    if (isNew) this.#imported.add(element);
    if (inside !== container) this.#moved.add(element);
  }

  /**
   * Where an import can create an object: in its container, or in the domain around a group. An existing object must stay
   * where it is.
   */
  #importContainer(type: ModelObjectImport['type'], container: Element, isNew: boolean): Element | undefined {
    const allowed = PARENT_TYPES[type] ?? [];
    const typeAt = (at: Element | undefined): ModelObjectImport['type'] | undefined =>
      at && this.#entries.get(at)?.type;
    let at: Element | undefined = container;
    while (at && typeAt(at) === 'group' && isNew && !allowed.includes('group')) at = this.#parents.get(at);
    const found = typeAt(at);
    return found !== undefined && allowed.includes(found) ? at : undefined;
  }

  /**
   * An import can use a domain that it creates or that an earlier import created, because then the root has a label.
   */
  #domainIn(id: string | undefined): Element | undefined {
    const element = id === undefined ? undefined : elementOf(this.#model, 'domain', id);
    if (!element || this.#entries.has(element)) return element;
    const isNew = this.#created.has(element);
    const record = this.#ids.known('domain', element.id);
    const isImported = record !== undefined && this.#live.roots.get(record) === record;
    const isKept = isImported && this.#isLabelled('domain', element.id) && !this.#leftOut.has(element);
    if (!isNew && !isKept) return undefined;
    if (isNew) this.#newDomains.add(element);
    this.#entries.set(element, domainEntry(element, isNew));
    return element;
  }

  #element({ kind, id }: ElementRef): Element | undefined {
    return kind === 'decision' ? undefined : elementOf(this.#model, kind, id);
  }

  #isChanged = (element: Element): boolean => this.#changed.has(element) || this.#leftOut.has(element);

  #isLabelled(kind: 'domain' | 'object', id: string): boolean {
    const record = this.#ids.known(kind, id);
    return record !== undefined && this.#records.get(record) === id;
  }

  /** Whether an import can refer to the object: this import or an earlier one created it. */
  #isReferable = (id: string): boolean =>
    isIn(this.#imported, elementOf(this.#model, 'object', id)) || this.#isLabelled('object', id);

  /** Whether an entry can express all fields. */
  #isExpressible = ({ fields }: Element): boolean =>
    fields.teamOnlyEditing !== true && textsOf(fields.groups).every(this.#isReferable);

  #isImportable(element: Element): boolean {
    const { origin, target, via, direction } = element.fields;
    const ends = [origin, target, ...(via === undefined ? [] : [via])];
    return (
      this.#created.has(element) &&
      typeof direction === 'string' &&
      ends.every((it) => typeof it === 'string' && this.#isReferable(it))
    );
  }

  /** New entries and their containers; a new domain is created only if it has content. */
  #neededElements(): ReadonlySet<Element> {
    const needed = new Set<Element>();
    for (const imported of this.#imported)
      for (let at: Element | undefined = imported; at && !needed.has(at); at = this.#parents.get(at))
        needed.add(at);
    for (const it of needed) if (this.#newDomains.has(it)) this.#imported.add(it);
    return needed;
  }
}

const isIn = (elements: ReadonlySet<Element>, element: Element | undefined): boolean =>
  element !== undefined && elements.has(element);
