import type { SourceFile } from '../document/read.js';
import type { ImportFormat } from './by-format.js';

/** Detects formats by the content of files. */

/** Maximum characters that are examined. */
const MAX_CHARACTERS = 200_000;

/** Patterns by format, the more specific ones first. */
const CONTENT: readonly (readonly [ImportFormat, RegExp])[] = [
  ['backstage', /^\s*(?:\{\s*)?["']?apiVersion["']?\s*:\s*["']?backstage\.io\//m],
  ['openapi', /^(?:\uFEFF?\s*\{\s*|[ \t]{0,4}|\uFEFF)["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m],
  ['structurizr', /"model"\s*:\s*\{[\s\S]{0,2000}"(?:people|softwareSystems)"\s*:/],
  // In files of GitLab, services are a list and includes have a kind.
  [
    'compose',
    /^\uFEFF?(?:services\s*:(?!\s*-)|include\s*:(?!\s*-?\s*(?:local|project|remote|template|component)\s*:))/m,
  ],
  [
    'plantuml',
    /^[ \t\uFEFF>]*(?:@start(?:uml|c4)\b|`{3,}[ \t]*\{?(?:plantuml|plant-uml|puml|c4plantuml)\b)/im,
  ],
  ['mermaid', /^[ \t>]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{?mermaid\b/im],
  ['structurizr', /^\s*workspace\b[^\n]*\{/m],
  [
    'likec4',
    /^\uFEFF?\s*\{[\s\S]{0,5000}?"specification"\s*:\s*\{\s*"(?:tags|elements|relationships|deployments|metadataKeys)"\s*:/,
  ],
  ['likec4', /^\s*specification\s*\{/m],
  [
    'mermaid',
    // `graph NAME {` is DOT.
    /^(?:\s|%%[^\n]*\n|---\n[\s\S]{0,2000}?\n---\n)*(?:C4(?:Context|Container|Component|Deployment|Dynamic)|flowchart(?:-elk|-v2)?|graph(?!\s*(?:"[^"\n]*"|\w*)\s*\{)|sequenceDiagram)\s/,
  ],
];

/** Format of a file by its content; undefined if unknown. */
export function formatOfText({ text }: Pick<SourceFile, 'text'>): ImportFormat | undefined {
  const start = text.slice(0, MAX_CHARACTERS);
  return CONTENT.find(([, pattern]) => pattern.test(start))?.[0];
}
