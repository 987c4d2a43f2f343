import type { Place } from '../document/element.js';
import type { Finding } from '../document/finding.js';

/**
 * What the files of another tool say, before it is a model: names, nesting and words as they have them. The reader of a
 * dialect makes one; `settle` makes a model of it.
 */

export type SketchType = 'domain' | 'group' | 'actor' | 'system' | 'app' | 'store' | 'component';

/** An identifier of the other tool: made into an id as a name would be, or used as it is. */
export type SketchId = string | { exact: string };

export interface SketchNode {
  /** Unique among the nodes; what edges and views name. */
  key: string;
  /** What it is called by there; its id is made of this, else of its name. */
  id?: SketchId;
  name: string;
  /** What it seems to be; it becomes something else where it stands in a place that takes no such thing. */
  type: SketchType;
  /** Key of what it is written in. */
  parent?: string;
  /** Keys of groups that hold it besides. */
  groups?: readonly string[];
  caption?: string;
  /** Markdown. */
  description?: string;
  external?: boolean;
  status?: 'deprecated' | 'future' | 'live' | 'removed';
  /** As it is written: `Java, Spring Boot`. */
  technology?: string;
  /** Names. */
  tags?: readonly string[];
  /** Names of those who answer for it. */
  teams?: readonly string[];
  links?: readonly { url: string; name?: string }[];
  labels?: Readonly<Record<string, string>>;
  place?: Place;
}

export interface SketchEdge {
  /** What views name it by. */
  key?: string;
  /** What it is called by there; its id is made of this, else of its words and ends. */
  id?: SketchId;
  /** Keys of nodes. */
  from: string;
  to: string;
  /** Empty where it has no words. */
  name: string;
  description?: string;
  technology?: string;
  /** One way unless told. */
  direction?: 'outgoing' | 'bidirectional' | 'none';
  status?: SketchNode['status'];
  /** Key of what it goes through. */
  via?: string;
  tags?: readonly string[];
  links?: readonly { url: string; name?: string }[];
  labels?: Readonly<Record<string, string>>;
  place?: Place;
}

export interface SketchView {
  key: string;
  /** What it is called by there; its id is made of this, else of its name. */
  id?: SketchId;
  name: string;
  description?: string;
  /** How deep it looks; made to fit what it is of. */
  type: 'context-diagram' | 'app-diagram' | 'component-diagram';
  /** Key of the node whose inside it shows; of a domain, or none, for a context diagram. */
  of?: string;
  /** Keys of what stands on it, in order. */
  nodes: readonly string[];
  /** Keys of the edges on it; those between its nodes unless told. */
  edges?: readonly string[];
  place?: Place;
}

export interface SketchFlow {
  /** What it is called by there; its id is made of this, else of its name. */
  id?: SketchId;
  name: string;
  /** Key of the view it runs on. */
  view: string;
  steps: readonly SketchStep[];
  place?: Place;
}

export interface SketchStep {
  /** Keys of nodes; a message has both. */
  from?: string;
  to?: string;
  text: string;
  isReply?: boolean;
  /** A message where absent. A branch takes one of its paths, or all at the same time. */
  is?: 'note' | 'alternate' | 'parallel';
  paths?: readonly { name: string; steps: readonly SketchStep[] }[];
}

export interface Sketch {
  /** What the whole is called. */
  title?: string;
  nodes: readonly SketchNode[];
  edges: readonly SketchEdge[];
  views: readonly SketchView[];
  flows: readonly SketchFlow[];
  /** What could not be read, was left out or was guessed while reading. */
  findings: readonly Finding[];
}

/** What is said of an import. */
export const IMPORT_RULES = {
  /** The file is not of the dialect: nothing is made of it. */
  syntax: 'import/syntax',
  /** Something of it is not in the model; `--strict` fails on these. */
  lost: 'import/lost',
  /** Something of the model was guessed. */
  inferred: 'import/inferred',
} as const;

const finding =
  (rule: string, severity: Finding['severity']) =>
  (message: string, place?: Place, hint?: string): Finding => ({
    rule,
    severity,
    message,
    ...(place && { place }),
    ...(hint !== undefined && { hint }),
  });

export const broken = finding(IMPORT_RULES.syntax, 'error');
export const lost = finding(IMPORT_RULES.lost, 'warning');
export const inferred = finding(IMPORT_RULES.inferred, 'note');
