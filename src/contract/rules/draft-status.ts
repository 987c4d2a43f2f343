/**
 * What stands against a write that gives a draft a status (docs/service.md#states): a merge alone makes it `merged`,
 * and then it stays so. Each `field: problem`.
 */
export function statusProblems(before: string | undefined, after: unknown): string[] {
  if (after === 'merged' && before !== 'merged') return ['status: a draft becomes merged by merging it'];
  if (before === 'merged' && after !== 'merged') return ['status: a merged draft stays merged'];
  return [];
}
