import type { FieldChange } from '../../../model/compare/diff.js';
import { ownerInWords, touchInWords } from '../../../model/plan/owners.js';
import type { Named, Plan } from '../../../model/plan/plan-types.js';
import { placeInWords } from '../../../model/plan/reference-changes.js';
import type { LineContext } from '../../../terminal/types.js';

/** Elements of other namespaces, in reports about plans and drift. */

/** A referenced element that its owner changed or deleted. */
export interface ReferenceDrift extends Named {
  state: 'changed' | 'gone';
  fields: readonly FieldChange[];
  reference: {
    namespace?: string;
    owners: readonly string[];
    file?: string;
    line?: number;
    column?: number;
    hint: string;
  };
}

export const referenceDriftOf = ({ references = [] }: Plan): ReferenceDrift[] =>
  references.map(({ change, kind, id, name, fields, namespace, owners, position, hint }) => ({
    state: change,
    kind,
    id,
    name,
    fields,
    reference: { ...(namespace !== undefined && { namespace }), owners, ...position, hint },
  }));

/** ` (namespace payments, owner team-a), models/model.yaml:4:9`. */
export function referenceInWords({
  namespace,
  owners,
  file = '',
  line,
  column,
}: ReferenceDrift['reference']): string {
  const place = line === undefined ? '' : `, ${file}:${line}:${column ?? 1}`;
  return `reference${ownerInWords(namespace, owners)}${place}`;
}

/** Lines of a plan about elements of other namespaces: changed references, and steps that concern such elements. */
export function sharedLines(
  { references = [], touches = [] }: Plan,
  { palette, safe }: LineContext,
): string[] {
  const changed = references.map(
    ({ position, message, hint }) => `  ${safe(`${placeInWords(position)}${message} ${hint}`)}`,
  );
  return [
    ...(changed.length > 0
      ? ['', palette.bold('References that differ from the lock file'), ...changed]
      : []),
    ...(touches.length > 0
      ? [
          '',
          palette.bold('Elements of other namespaces'),
          ...touches.map((it) => `  ${palette.yellow(safe(touchInWords(it)))}`),
        ]
      : []),
  ];
}
