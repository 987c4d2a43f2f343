import { isObject } from '../../../../base/is-object.js';
import { DECISION_FIELDS } from '../../../../model/document/decision/fields.js';
import { ELEMENT_KINDS, type ElementKind } from '../../../../model/document/element.js';
import type { Fields, Shape } from '../../../../model/document/field.js';
import { KINDS } from '../../../../model/document/kinds.js';
import type { PlannedDocument } from '../../../../model/plan/plan-document.js';
import type { Plan } from '../../../../model/plan/plan-types.js';
import type { Source } from '../document.js';

/** Shape of a saved plan. The file is untrusted input, so every field is validated. */

/** Saved plan with everything needed to show, check and apply it. */
export interface SavedPlan {
  /** Marks the file as a plan, with the version of the format. */
  archctlPlan: 1;
  sources: readonly Source[];
  document: PlannedDocument;
  plan: Plan;
  /** Time of the apply; a plan can be applied once. */
  appliedAt?: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value);

const isListOf = (value: unknown, is: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is);

const isKind = (value: unknown): value is ElementKind => ELEMENT_KINDS.some((kind) => kind === value);

export function isSavedPlan(value: unknown): value is SavedPlan {
  if (!isObject(value) || value.archctlPlan !== 1) return false;
  const { sources, document, plan, appliedAt } = value;
  const isSource = (it: unknown): boolean => isObject(it) && isText(it.path) && isText(it.sha256);
  return isListOf(sources, isSource) && isTextOrNone(appliedAt) && isDocument(document) && isPlan(plan);
}

function isDocument(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { landscape, namespace, moved, adopted, references = [], owners = [], elements, decisions } = value;
  return (
    isTextOrNone(landscape) &&
    isTextOrNone(namespace) &&
    (adopted === undefined || isListOf(adopted, isText)) &&
    isListOf(moved, (it) => isObject(it) && isText(it.from) && isText(it.to)) &&
    isListOf(references, isReference) &&
    isListOf(owners, isOwner) &&
    isListOf(elements, isElement) &&
    (decisions === undefined || isListOf(decisions, isDecision))
  );
}

const isReference = (value: unknown): boolean =>
  isObject(value) &&
  isKind(value.kind) &&
  isText(value.id) &&
  [value.landscape, value.namespace, value.element, value.handle].every(isTextOrNone) &&
  (value.position === undefined || isPosition(value.position)) &&
  (value.locked === undefined || isLocked(value.locked));

const isPosition = (value: unknown): boolean =>
  isObject(value) && isText(value.file) && typeof value.line === 'number' && typeof value.column === 'number';

const isLocked = (value: unknown): boolean =>
  isObject(value) && isText(value.handle) && isText(value.name) && Object.values(value).every(isText);

const isOwner = (value: unknown): boolean =>
  isObject(value) && isText(value.namespace) && isListOf(value.owners, isText);

const isElement = (value: unknown): boolean =>
  isObject(value) &&
  isKind(value.kind) &&
  isText(value.id) &&
  hasFields(value.fields, KINDS[value.kind].fields);

const isDecision = (value: unknown): boolean =>
  isObject(value) &&
  value.kind === 'decision' &&
  isText(value.id) &&
  isTextOrNone(value.handleId) &&
  (value.number === undefined || typeof value.number === 'number') &&
  hasFields(value.fields, DECISION_FIELDS);

/** Checks known fields against their shapes. */
const hasFields = (value: unknown, fields: Fields): boolean =>
  isObject(value) &&
  Object.entries(value).every(([key, inner]) => {
    const shape = Object.hasOwn(fields, key) ? fields[key]?.shape : undefined;
    return shape !== undefined && isOfShape(inner, shape);
  });

function isOfShape(value: unknown, shape: Shape): boolean {
  switch (shape.is) {
    case 'text':
    case 'reference':
      return isText(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return isText(value) && shape.of.includes(value);
    case 'references':
      return isListOf(value, isText);
    case 'texts':
      return isObject(value) && Object.values(value).every(isText);
    case 'list':
      return isListOf(value, (it) => hasFields(it, shape.of));
    case 'map':
      return isObject(value) && Object.values(value).every((it) => hasFields(it, shape.of));
    case 'group':
      return hasFields(value, shape.of);
  }
}

function isPlan(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { landscape, cost, steps, left, moves, problems, prune, draft, imports } = value;
  const { touches, references, forceOwner, otherLandscape, deletions, selection, leftOut } = value;
  return (
    isObject(landscape) &&
    [landscape.id, landscape.name, value.version, value.live, value.wanted].every(isText) &&
    isTextOrNone(value.namespace) &&
    ['none', 'namespace', 'all'].includes(String(prune)) &&
    typeof value.same === 'number' &&
    isListOf(steps, isStep) &&
    isListOf(left, (it) => isNamed(it) && isText(it.why)) &&
    isListOf(moves, (it) => isObject(it) && isKind(it.kind) && isText(it.from) && isText(it.to)) &&
    isListOf(problems, isText) &&
    isObject(cost) &&
    isObject(cost.requests) &&
    [...Object.values(cost.requests), cost.seconds].every((it) => typeof it === 'number') &&
    isText(cost.access) &&
    (touches === undefined || isListOf(touches, isTouch)) &&
    (references === undefined || isListOf(references, (it) => isNamed(it) && isText(it.message))) &&
    [forceOwner, otherLandscape].every((it) => it === undefined || it === true) &&
    (deletions === undefined || isDeletions(deletions)) &&
    (draft === undefined || isDraft(draft)) &&
    (imports === undefined || isImports(imports)) &&
    (selection === undefined || isSelection(selection)) &&
    (leftOut === undefined || isListOf(leftOut, isChange))
  );
}

const isDeletions = (value: unknown): boolean =>
  isObject(value) && ['records', 'own', 'ofOwn', 'ofAll'].every((key) => typeof value[key] === 'number');

const isSelection = (value: unknown): boolean =>
  isObject(value) &&
  isListOf(value.only, isText) &&
  isListOf(value.elements, (it) => isObject(it) && isKind(it.kind) && isText(it.id)) &&
  typeof value.withDependencies === 'boolean' &&
  isListOf(value.dependencies, isNamed);

const isDraft = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.id) &&
  isText(value.name) &&
  typeof value.isNew === 'boolean' &&
  typeof value.tasks === 'number';

const isTouch = (value: unknown): boolean =>
  isNamed(value) &&
  DOES.includes(String(value.does)) &&
  isText(value.namespace) &&
  isListOf(value.owners, isText);

const isImports = (value: unknown): boolean =>
  isObject(value) &&
  isListOf(value.documents, isObject) &&
  isListOf(value.steps, (it) => typeof it === 'number');

const isNamed = (value: unknown): value is Record<string, unknown> =>
  isObject(value) &&
  (isKind(value.kind) || value.kind === 'decision') &&
  isText(value.id) &&
  isText(value.name);

const DOES = ['create', 'update', 'move', 'adopt', 'free-name', 'delete'];

/** A change of an element, in the list of what is left out. */
const isChange = (value: unknown): value is Record<string, unknown> =>
  isNamed(value) &&
  DOES.includes(String(value.does)) &&
  isListOf(value.fields, (it) => isObject(it) && isText(it.field));

const isStep = (value: unknown): boolean =>
  isChange(value) &&
  [value.operation, value.recordId, value.why].every(isText) &&
  isTextOrNone(value.taskId) &&
  (value.goesAlong === undefined || isListOf(value.goesAlong, isNamed));
