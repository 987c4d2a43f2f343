import type { Context } from './spec.js';

/** Path parameters of a version. */
export type VersionPath = Readonly<Record<'landscapeId' | 'versionId', string>>;

/** The version that a command works in. Errors: `usage`. */
export const versionPath = async (context: Context): Promise<VersionPath> => ({
  landscapeId: await context.scope('landscape'),
  versionId: await context.scope('landscapeVersion'),
});
