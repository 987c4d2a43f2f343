import type { Context } from '../../cli/command/spec.js';

export type VersionPath = Readonly<Record<'landscapeId' | 'versionId', string>>;

export const versionPath = async (context: Context): Promise<VersionPath> => ({
  landscapeId: await context.scope('landscape'),
  versionId: await context.scope('landscapeVersion'),
});
