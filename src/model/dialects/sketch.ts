import type { Place } from '../document/element.js';
import type { Finding } from '../document/finding.js';

/**
 * Intermediate representation of another tool's files: names, nesting and labels. Readers build it;
 * `resolve` converts it to a model.
 */

export type SketchType = 'domain' | 'group' | 'actor' | 'system' | 'app' | 'store' | 'component';

/** An identifier of the other tool: converted to an id like a name, or used unchanged. */
export type SketchId = string | { exact: string };

export interface SketchNode {
  /** Unique among the nodes; edges and views refer to it. */
  key: string;
  /** Identifier in the other tool, from which the id is made. Default: the name. */
  id?: SketchId;
  name: string;
  /** Likely type; changed if the parent does not allow it. */
  type: SketchType;
  /** Key of the enclosing node. */
  parent?: string;
  /** Keys of further groups. */
  groups?: readonly string[];
  caption?: string;
  /** Markdown. */
  description?: string;
  external?: boolean;
  status?: 'deprecated' | 'future' | 'live' | 'removed';
  /** Raw text: `Java, Spring Boot`. */
  technology?: string;
  /** Names. */
  tags?: readonly string[];
  /** Names of the owning teams. */
  teams?: readonly string[];
  links?: readonly { url: string; name?: string }[];
  labels?: Readonly<Record<string, string>>;
  place?: Place;
}

export interface SketchEdge {
  /** Key that views refer to. */
  key?: string;
  /** Identifier in the other tool, from which the id is made. Default: label and ends. */
  id?: SketchId;
  /** Keys of nodes. */
  from: string;
  to: string;
  /** Empty without a label. */
  name: string;
  description?: string;
  technology?: string;
  /** Default: `outgoing`. */
  direction?: 'outgoing' | 'bidirectional' | 'none';
  status?: SketchNode['status'];
  /** Key of the node that it passes through. */
  via?: string;
  tags?: readonly string[];
  links?: readonly { url: string; name?: string }[];
  labels?: Readonly<Record<string, string>>;
  place?: Place;
}

export interface SketchView {
  key: string;
  /** Identifier in the other tool, from which the id is made. Default: the name. */
  id?: SketchId;
  name: string;
  description?: string;
  /** Level of detail; adapted to the subject. */
  type: 'context-diagram' | 'app-diagram' | 'component-diagram';
  /** Key of the node that it opens; of a domain, or absent, for a context diagram. */
  of?: string;
  /** Keys of its nodes, in order. */
  nodes: readonly string[];
  /** Keys of its edges. Default: all between its nodes. */
  edges?: readonly string[];
  place?: Place;
}

export interface SketchFlow {
  /** Identifier in the other tool, from which the id is made. Default: the name. */
  id?: SketchId;
  name: string;
  /** Key of its view. */
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
  /** Default: a message. A branch takes one of its paths, or all in parallel. */
  is?: 'note' | 'alternate' | 'parallel';
  paths?: readonly { name: string; steps: readonly SketchStep[] }[];
}

export interface Sketch {
  /** Title of the whole. */
  title?: string;
  nodes: readonly SketchNode[];
  edges: readonly SketchEdge[];
  views: readonly SketchView[];
  flows: readonly SketchFlow[];
  /** Errors, losses and guesses of the reader. */
  findings: readonly Finding[];
}

/** Rule ids of import findings. */
export const IMPORT_RULES = {
  /** The file does not have the format and is not imported. */
  syntax: 'import/syntax',
  /** Something in the file is not in the model; `--strict` fails on these. */
  lost: 'import/lost',
  /** Something in the model was guessed. */
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
