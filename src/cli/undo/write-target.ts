import type { LooseInput } from '../../client/client-types.js';
import { FAMILIES, type FamilyVerb } from '../../contract/families.js';
import type { Operation } from '../../contract/operation.js';
import type { Kind } from '../../contract/records.js';
import { replaceDiagramContent, updateDiagramContent } from '../../contract/resources/diagram-content.js';
import { restorableFamily } from '../../contract/rules/undo/record-change.js';

export interface WriteTarget {
  kind: Kind;
  /** Undefined for a create whose id the service assigns. */
  id: string | undefined;
  verb: FamilyVerb;
  place: { landscapeId: string; versionId: string };
}

const WRITES = ['create', 'upsert', 'update', 'delete'] as const;

/** The record that a request writes; undefined if it writes none that an undo can restore. */
export function writeTarget(operation: Operation, { path = {} }: LooseInput): WriteTarget | undefined {
  const { landscapeId, versionId } = path;
  if (typeof landscapeId !== 'string' || typeof versionId !== 'string') return undefined;
  const place = { landscapeId, versionId };
  if (operation.id === replaceDiagramContent.id || operation.id === updateDiagramContent.id)
    return { kind: 'diagramContent', id: String(path.diagramId), verb: 'update', place };
  for (const family of FAMILIES) {
    const operations: Partial<Record<FamilyVerb, Operation>> = family;
    const verb = WRITES.find((it) => operations[it]?.id === operation.id);
    if (!verb || !restorableFamily(family.shape.singular)) continue;
    const id = path[family.shape.param];
    return { kind: family.shape.singular, id: typeof id === 'string' ? id : undefined, verb, place };
  }
  return undefined;
}
