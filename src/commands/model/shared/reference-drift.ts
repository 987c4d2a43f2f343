import type { DriftReference } from '../../../model/plan/drift.js';
import { ownerText, touchText } from '../../../model/plan/owners.js';
import type { Plan } from '../../../model/plan/plan-types.js';
import { positionPrefix } from '../../../model/plan/reference-changes.js';
import type { LineContext } from '../../../terminal/types.js';

/** Elements of other namespaces, in reports about plans and drift. */

/** ` (namespace payments, owner team-a), models/model.yaml:4:9`. */
export function referenceInWords({ namespace, owners, file = '', line, column }: DriftReference): string {
  const place = line === undefined ? '' : `, ${file}:${line}:${column ?? 1}`;
  return `reference${ownerText(namespace, owners)}${place}`;
}

/** Lines of a plan about elements of other namespaces: changed references, and steps that concern such elements. */
export function sharedLines(
  { references = [], touches = [] }: Plan,
  { palette, safe }: LineContext,
): string[] {
  const changed = references.map(
    ({ position, message, hint }) => `  ${safe(`${positionPrefix(position)}${message} ${hint}`)}`,
  );
  return [
    ...(changed.length > 0
      ? ['', palette.bold('References that differ from the lock file'), ...changed]
      : []),
    ...(touches.length > 0
      ? [
          '',
          palette.bold('Elements of other namespaces'),
          ...touches.map((it) => `  ${palette.yellow(safe(touchText(it)))}`),
        ]
      : []),
  ];
}
