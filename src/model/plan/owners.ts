import type { Doc } from '../../contract/doc.js';
import { matchesGlob } from '../analysis/rules/glob.js';
import type { Model } from '../document/element.js';
import { MODEL_KINDS } from '../document/kinds.js';
import { ownerLabelsOf } from '../live/references.js';
import type { Named, Step, Touch } from './plan-types.js';

/** Owners of namespaces, and the steps of a plan that concern elements of other namespaces. */

/** Owners of a namespace: those of the last rule that matches. */
export const ownersOf = (namespace: string, { owners }: Pick<Model, 'owners'>): readonly string[] =>
  owners.findLast((rule) => matchesGlob(namespace, rule.namespace))?.owners ?? [];

/** ` (namespace payments, owner team-a)`; empty without both. */
export function ownerText(namespace: string | undefined, owners: readonly string[]): string {
  const words = namespace === undefined ? [] : [`namespace ${namespace}`];
  if (owners.length > 0) words.push(`${owners.length === 1 ? 'owner' : 'owners'} ${owners.join(', ')}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/**
 * Elements of other namespaces that steps change or delete. The labels of a record decide who owns it.
 * @param recordOf The record of an element.
 */
export function touchesOf(
  steps: readonly Step[],
  wanted: Pick<Model, 'namespace' | 'owners'>,
  recordOf: (element: Named) => Doc | undefined,
): Touch[] {
  return steps.flatMap((step) =>
    [step, ...(step.goesAlong ?? [])].flatMap(({ kind, id, name }): Touch[] => {
      const record = step.does === 'create' ? undefined : recordOf({ kind, id, name });
      const { namespace } = record ? ownerLabelsOf(record) : {};
      if (namespace === undefined || namespace === wanted.namespace) return [];
      return [{ kind, id, name, does: step.does, namespace, owners: ownersOf(namespace, wanted) }];
    }),
  );
}

const ACTIONS: Readonly<Record<Touch['does'], string>> = {
  create: 'create it',
  update: 'change it',
  move: 'move it',
  adopt: 'take it over',
  'free-name': 'rename it',
  delete: 'delete it',
};

/** Problem for a step: `The model object pay (namespace payments, owner team-a): the plan would change it.` */
export const touchText = ({ does, kind, id, namespace, owners }: Touch): string =>
  `The ${MODEL_KINDS[kind].noun} ${id}${ownerText(namespace, owners)}: the plan would ${ACTIONS[does]}.`;

const MAX_LISTED = 10;

/** Problems for refused steps: the first ones, and the number of the others by namespace. */
export function touchProblems(refused: readonly Touch[]): string[] {
  const hint =
    'Agree with the owner, and use `forceOwner`. Otherwise remove it from the document, or refer to it.';
  const listed = refused.slice(0, MAX_LISTED).map((it) => `${touchText(it)} ${hint}`);
  const rest = refused.slice(MAX_LISTED);
  if (rest.length === 0) return listed;
  const counts = [...new Set(rest.map(({ namespace }) => namespace))].map(
    (of) => `${rest.filter(({ namespace }) => namespace === of).length} of ${of}`,
  );
  return [...listed, `${rest.length} more elements of other namespaces: ${counts.join(', ')}.`];
}

/** Changes of elements of other namespaces that a plan must not make: all but deletions, which need an option of their own. */
export const refusedTouches = (touches: readonly Touch[]): Touch[] =>
  touches.filter(({ does }) => does !== 'delete');
