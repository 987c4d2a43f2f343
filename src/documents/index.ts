/** Public interface of `documents`: converts the records of a version into documents. Pure; pictures are passed in. */

import type { Block } from './blocks.js';
import { textLines, toLlms } from './blocks.js';
import { toHtml } from './html.js';
import { toMarkdown } from './markdown.js';
import type { DocumentModel } from './model.js';
import { outlineOf, type Pictures } from './outline.js';

export { type Block, commas, type Inline } from './blocks.js';
export { connectionsCsv, objectsCsv, type Table, toCsv } from './csv.js';
export { dotText, mermaidText, onOneLine, plantumlText, withoutInvisible } from './escape-text.js';
export { flowMermaid, flowPlantuml, flowText } from './flow.js';
export {
  dotStatus,
  type GraphEdge,
  type GraphNode,
  type GraphPicture,
  graphDot,
  graphMermaid,
} from './graph.js';
export { dependenciesIn, versionExport, versionExportV2 } from './json.js';
export { markdownText, toMarkdown } from './markdown.js';
export type { DocumentModel } from './model.js';
export { filterProblems, selectPart } from './select.js';
export { type StatusStyle, statusStyle } from './status-style.js';

const NO_PICTURES: Pictures = new Map();

/** Every object with its connections, then diagrams and flows as Mermaid. */
export const markdownOf = (model: DocumentModel): string => toMarkdown(outlineOf(model, NO_PICTURES));

/** Self-contained HTML page. @param pictures SVG of the diagrams, by id, from `drawing`. */
export const htmlOf = (model: DocumentModel, pictures: Pictures): string =>
  toHtml(model.title, outlineOf(model, pictures));

/** Compact text for a language model. */
export const llmsOf = (model: DocumentModel): string => toLlms(outlineOf(model, NO_PICTURES));

/** Text lines of a printed document; its pictures have their own pages. */
export function printedLines(model: DocumentModel): string[] {
  const isDrawn = ({ kind }: Block) => kind === 'picture';
  return textLines(outlineOf(model, NO_PICTURES).filter((it) => !isDrawn(it)));
}
