/**
 * Errors of a write that sets a draft's status (docs/service.md#states), each `field: problem`. Only a merge sets
 * `merged`, and it is final.
 */
export function statusProblems(before: string | undefined, after: unknown): string[] {
  if (after === 'merged' && before !== 'merged') return ['status: a draft becomes merged by merging it'];
  if (before === 'merged' && after !== 'merged') return ['status: a merged draft stays merged'];
  return [];
}
