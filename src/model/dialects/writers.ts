import type { Element, ElementKind, Model } from '../document/element.js';
import type { Landscape } from './view/tree.js';
import type { View } from './view/view.js';
import { c4Expresses } from './write/c4.js';
import { connectionsTable, objectsTable } from './write/csv.js';
import { D2_KEYWORDS, d2Of } from './write/d2.js';
import { dotOf } from './write/dot.js';
import { mermaidFlow, plantumlFlow } from './write/flows.js';
import type { Identifiers } from './write/identifiers.js';
import { jsonOf } from './write/json.js';
import { likec4Expresses, likec4Of } from './write/likec4.js';
import type { Expresses, Losses } from './write/losses.js';
import { markdownPage } from './write/markdown.js';
import { MERMAID_KEYWORDS, mermaidC4, mermaidFlowchart } from './write/mermaid.js';
import { PLANTUML_KEYWORDS, plantumlC4 } from './write/plantuml.js';
import { structurizrExpresses, structurizrOf } from './write/structurizr.js';

/** Export formats, each with the fields it can express. */

export const EXPORT_FORMATS = [
  'mermaid',
  'plantuml',
  'structurizr',
  'likec4',
  'dot',
  'd2',
  'json',
  'csv',
  'markdown',
] as const;
/** Format that `exportAs` writes. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Format {
  /** For people. */
  title: string;
  /** File extension without a dot. */
  extension: string;
  expresses: Expresses;
  /** Kinds of elements that the format lacks. */
  unsupported: readonly ElementKind[];
}

/** A picture format: one file a view. */
export interface PictureFormat extends Format {
  keywords: readonly string[];
  view(view: View, ids: Identifiers, losses: Losses): string;
  flow?: (flow: Element, landscape: Landscape) => string;
  /** Whether one file may hold several views. */
  holdsSeveral: boolean;
  /** Default limits of the tool on characters and lines. */
  limits?: { characters: number; lines: number };
}

/** A format for a whole model. */
export interface WholeFormat extends Format {
  /** Files by name without extension, with descriptions; the first one goes to stdout. */
  whole(
    landscape: Landscape,
    losses: Losses,
  ): readonly (readonly [name: string, shows: string, text: string])[];
}

/** A format of one file that expresses a whole model without losses. */
export interface DocumentFormat extends Format {
  document(model: Model): string;
}

export type AnyFormat = PictureFormat | WholeFormat | DocumentFormat;

/** Diagrams and flows get pictures of their own. */
const PICTURED: readonly ElementKind[] = ['diagramGroup'];
const WITHOUT_FLOWS: readonly ElementKind[] = ['flow', 'diagramGroup'];
const DRAWN_ONLY: readonly ElementKind[] = ['diagram', ...WITHOUT_FLOWS];
const everything: Expresses = () => true;
const boxes: Expresses = (of, field) =>
  'children' in of
    ? ['caption', 'external', 'status', 'technologies'].includes(field)
    : ['direction', 'technologies'].includes(field);
const names: Expresses = (_, field) => field === 'direction';

const MERMAID: PictureFormat = {
  title: 'Mermaid',
  extension: 'mmd',
  expresses: c4Expresses,
  unsupported: PICTURED,
  keywords: MERMAID_KEYWORDS,
  view: mermaidC4,
  flow: mermaidFlow,
  holdsSeveral: false,
  limits: { characters: 50_000, lines: 500 },
};

/** Mermaid with `--flowchart`. */
export const FLOWCHART: PictureFormat = {
  ...MERMAID,
  expresses: names,
  view: (view, _, losses) => mermaidFlowchart(view, losses),
};

export const FORMATS: Readonly<Record<ExportFormat, AnyFormat>> = {
  mermaid: MERMAID,
  plantuml: {
    title: 'PlantUML',
    extension: 'puml',
    expresses: c4Expresses,
    unsupported: PICTURED,
    keywords: PLANTUML_KEYWORDS,
    view: plantumlC4,
    flow: plantumlFlow,
    holdsSeveral: true,
  },
  structurizr: {
    title: 'Structurizr DSL',
    extension: 'dsl',
    expresses: structurizrExpresses,
    unsupported: ['diagramGroup'],
    whole: (landscape, losses) => [['workspace', 'the workspace', structurizrOf(landscape, losses)]],
  },
  likec4: {
    title: 'LikeC4',
    extension: 'c4',
    expresses: likec4Expresses,
    unsupported: ['diagramGroup'],
    whole: (landscape, losses) => [['model', 'the model', likec4Of(landscape, losses)]],
  },
  dot: {
    title: 'DOT',
    extension: 'dot',
    expresses: boxes,
    unsupported: WITHOUT_FLOWS,
    keywords: [],
    view: (view, _, losses) => dotOf(view, losses),
    holdsSeveral: false,
  },
  d2: {
    title: 'D2',
    extension: 'd2',
    expresses: boxes,
    unsupported: WITHOUT_FLOWS,
    keywords: D2_KEYWORDS,
    view: d2Of,
    holdsSeveral: false,
  },
  json: {
    title: 'JSON',
    extension: 'json',
    expresses: everything,
    unsupported: [],
    document: jsonOf,
  },
  csv: {
    title: 'CSV',
    extension: 'csv',
    expresses: (of, field) =>
      !['labels', 'teamOnlyEditing', 'via'].includes(field) && ('children' in of || field !== 'links'),
    unsupported: [...DRAWN_ONLY, 'tagGroup'],
    whole: (landscape) => [
      ['objects', 'model objects', objectsTable(landscape)],
      ['connections', 'model connections', connectionsTable(landscape)],
    ],
  },
  markdown: {
    title: 'Markdown',
    extension: 'md',
    expresses: (of, field) =>
      !['groups', 'labels', 'teamOnlyEditing', 'via'].includes(field) &&
      ('children' in of || !['links', 'tags', 'status'].includes(field)),
    unsupported: ['tagGroup', 'diagramGroup'],
    whole: (landscape) => [['landscape', 'the page', markdownPage(landscape)]],
  },
};

export const isPictureFormat = (format: AnyFormat): format is PictureFormat => 'view' in format;
