/** Kinds of record of a version that an undo does not restore: the service does not accept all of their parts. */
export const EXCLUDED_KINDS: readonly string[] = ['comment', 'draft'];
