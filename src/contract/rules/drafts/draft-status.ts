/**
 * Errors of a write that sets a draft's status (docs/service.md#states), each `field: problem`. Only a merge sets
 * `merged`, and it is final.
 */
export function statusProblems(before: string | undefined, after: unknown): string[] {
  if (after === 'merged' && before !== 'merged')
    return ['status: cannot be set to merged; merge the draft instead'];
  if (before === 'merged' && after !== 'merged')
    return ['status: cannot change after the draft has been merged'];
  return [];
}
