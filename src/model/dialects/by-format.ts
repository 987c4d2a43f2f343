import type { ReadDialect } from './readers.js';

/** Readers by import format, each loaded on demand. */
const READERS = {
  mermaid: async () => (await import('./read/mermaid/mermaid.js')).readMermaid,
  plantuml: async () => (await import('./read/plantuml/plantuml.js')).readPlantuml,
  structurizr: async () => (await import('./read/structurizr/structurizr.js')).readStructurizr,
  likec4: async () => (await import('./read/likec4/likec4.js')).readLikeC4,
  backstage: async () => (await import('./read/backstage.js')).readBackstage,
  openapi: async () => (await import('./read/openapi.js')).readOpenapi,
  compose: async () => (await import('./read/compose.js')).readCompose,
} as const satisfies Readonly<Record<string, () => Promise<ReadDialect>>>;

/** Format that `importFrom` reads. */
export type ImportFormat = keyof typeof READERS;

/** Formats that `importFrom` reads. */
export const IMPORT_FORMATS = Object.keys(READERS) as [ImportFormat, ...ImportFormat[]];

export const loadReader = (format: ImportFormat): Promise<ReadDialect> => READERS[format]();
