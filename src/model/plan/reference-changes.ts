import type { FieldChange } from '../compare/diff.js';
import {
  ELEMENT_KINDS,
  type Element,
  elementKey,
  elementsOf,
  type Locked,
  type Model,
  type Reference,
} from '../document/element.js';
import { KINDS } from '../document/kinds.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import { isInLandscape, ownerLabelsOf, referenceStates } from '../live/references.js';
import { idsIn } from '../validate/rules/references.js';
import { ownersOf, ownerText } from './owners.js';
import type { ReferenceChange } from './plan-types.js';

/** Differences between the references of a document, its lock file, and a landscape. */

/** Deleted, renamed and changed elements that a document refers to. @param current The model of the landscape. */
export function referenceChanges(model: Model, live: LiveLandscape, current: Model): ReferenceChange[] {
  if (model.references.size === 0) return [];
  const states = referenceStates(model, live, current);
  return [...model.references.values()]
    .filter((it) => isInLandscape(live, it))
    .flatMap((it) => changeOf(it, states.get(elementKey(it)), model, live));
}

function changeOf(
  reference: Reference,
  state: Locked | undefined,
  model: Model,
  live: LiveLandscape,
): ReferenceChange[] {
  const { kind, id, namespace, locked, position } = reference;
  const owners = namespace === undefined ? [] : ownersOf(namespace, model);
  const about = {
    kind,
    id,
    name: state?.name ?? locked?.name ?? id,
    ...(namespace !== undefined && { namespace }),
    owners,
    ...(position && { position }),
  };
  const what = `The ${KINDS[kind].noun} ${id}${ownerText(namespace, owners)}`;
  if (!state) return [{ ...about, change: 'gone', fields: [], ...goneReason(what, reference, live) }];
  if (!locked) return [];
  const fields = (['name', 'type'] as const).flatMap((field): FieldChange[] =>
    locked[field] === state[field] ? [] : [{ field, ...was(locked[field]), ...is(state[field]) }],
  );
  if (fields.length === 0) return [];
  const words = fields.map(({ field, from = '-', to = '-' }) => `its ${field} was "${from}" and is "${to}"`);
  const message = `${what} has changed: ${words.join(', ')}.`;
  return [{ ...about, change: 'changed', fields, message, hint: RELOCK }];
}

const RELOCK = 'Update the lock file with `lockModel`.';

const was = (from: string | undefined) => (from === undefined ? {} : { from });
const is = (to: string | undefined) => (to === undefined ? {} : { to });

/** Why a reference has no element, and the next step. */
function goneReason(what: string, { kind, locked, id }: Reference, live: LiveLandscape) {
  const { landscape } = live;
  const moved = recordsOf(live, kind).find(
    ({ handleId }) => handleId !== undefined && handleId === locked?.handle,
  );
  const owner = moved ? ownerLabelsOf(moved) : undefined;
  if (owner?.namespace !== undefined)
    return {
      message: `${what} has another id or owner: it is now ${owner.element ?? '-'} of the namespace ${owner.namespace}.`,
      hint: `Set "namespace: ${owner.namespace}" and "element: ${owner.element ?? ''}" at the reference.`,
    };
  return {
    message: `${what} does not exist in the landscape "${landscape.name}".`,
    hint: `Ask its owner, or remove the reference and everything that uses ${id}.`,
  };
}

/** Reasons why a plan cannot be applied: references without an element, and uses of another landscape's elements. */
export function referenceProblems(
  model: Model,
  live: LiveLandscape,
  changes: readonly ReferenceChange[],
): string[] {
  const gone = changes.flatMap(({ change, message, hint, position }) =>
    change === 'gone' ? [`${positionPrefix(position)}${message} ${hint}`] : [],
  );
  return [...gone, ...foreignReferenceProblems(model, live)];
}

export const positionPrefix = (position: Reference['position']): string =>
  position ? `${position.file}:${position.line}:${position.column}: ` : '';

/** The service stores ids of the same landscape only (docs/service.md#model-connection). */
function foreignReferenceProblems(model: Model, live: LiveLandscape): string[] {
  const elsewhere = [...model.references.values()].filter((it) => !isInLandscape(live, it));
  if (elsewhere.length === 0) return [];
  const byKey = new Map(elsewhere.map((it) => [elementKey(it), it]));
  const uses = ELEMENT_KINDS.flatMap((kind) => elementsOf(model, kind)).flatMap((element) =>
    idsIn(element).flatMap(({ to, id }) => {
      const reference = byKey.get(`${to} ${id}`);
      return reference ? [{ element, reference }] : [];
    }),
  );
  return uses.map(({ element, reference }) => foreignUseProblem(element, reference));
}

const foreignUseProblem = ({ kind, id }: Element, reference: Reference): string =>
  `${positionPrefix(reference.position)}The ${KINDS[kind].noun} ${id} refers to ${reference.id} of the landscape "${reference.landscape ?? ''}". The service stores references within one landscape only. Remove the reference, or create a ${KINDS[reference.kind].noun} that represents it in this landscape.`;
