import manifest from '../../package.json' with { type: 'json' };

/** This release. */
export const VERSION: string = manifest.version;
