import type { Context } from '../../cli/command/spec.js';

export type VersionPath = Readonly<Record<'landscapeId' | 'versionId', string>>;

/** Path of the version that the command works in. */
export const versionPath = async (context: Context): Promise<VersionPath> => ({
  landscapeId: await context.scope('landscape'),
  versionId: await context.scope('landscapeVersion'),
});
