import type { Place } from '../document/element.js';
import type { Finding } from '../document/finding.js';

/**
 * Intermediate representation of another tool's files: names, nesting and labels. Readers build it;
 * `resolve` converts it to a model.
 */

/** Type of a node; `domain` and `group` become elements that contain others. */
export type SketchType = 'domain' | 'group' | 'actor' | 'system' | 'app' | 'store' | 'component';

/** An identifier of the other tool: converted to an id like a name, or used unchanged. */
export type SketchId = string | { exact: string };

/** A domain, a group or an object of the other tool. */
export interface SketchNode {
  /** Unique among the nodes; edges and views refer to it. */
  key: string;
  /** Identifier in the other tool, from which the id is made. Default: the name. */
  id?: SketchId | undefined;
  name: string;
  /** Likely type; changed if the parent does not allow it. */
  type: SketchType;
  /** Key of the enclosing node. */
  parent?: string | undefined;
  /** Keys of further groups. */
  groups?: readonly string[] | undefined;
  caption?: string | undefined;
  /** Markdown. */
  description?: string | undefined;
  external?: boolean | undefined;
  status?: 'deprecated' | 'future' | 'live' | 'removed' | undefined;
  /** Raw text: `Java, Spring Boot`. */
  technology?: string | undefined;
  /** Names. */
  tags?: readonly string[] | undefined;
  /** Names of the owning teams. */
  teams?: readonly string[] | undefined;
  links?: readonly { url: string; name?: string | undefined }[] | undefined;
  labels?: Readonly<Record<string, string>> | undefined;
  place?: Place | undefined;
}

/** A relationship of the other tool. */
export interface SketchEdge {
  /** Key that views refer to. */
  key?: string | undefined;
  /** Identifier in the other tool, from which the id is made. Default: label and ends. */
  id?: SketchId | undefined;
  /** Keys of nodes. */
  from: string;
  to: string;
  /** Empty without a label. */
  name: string;
  description?: string | undefined;
  technology?: string | undefined;
  /** Default: `outgoing`. */
  direction?: 'outgoing' | 'bidirectional' | 'none' | undefined;
  status?: SketchNode['status'] | undefined;
  /** Key of the node that it passes through. */
  via?: string | undefined;
  tags?: readonly string[] | undefined;
  links?: readonly { url: string; name?: string | undefined }[] | undefined;
  labels?: Readonly<Record<string, string>> | undefined;
  place?: Place | undefined;
}

/** A view of the other tool, which becomes a diagram. */
export interface SketchView {
  key: string;
  /** Identifier in the other tool, from which the id is made. Default: the name. */
  id?: SketchId | undefined;
  name: string;
  description?: string | undefined;
  /** Level of detail; adapted to the subject. */
  type: 'context-diagram' | 'app-diagram' | 'component-diagram';
  /** Key of the node that it opens; of a domain, or absent, for a context diagram. */
  of?: string | undefined;
  /** Keys of its nodes, in order. */
  nodes: readonly string[];
  /** Keys of its edges. Default: all between its nodes. */
  edges?: readonly string[] | undefined;
  place?: Place | undefined;
}

/** A sequence of messages of the other tool, which becomes a flow. */
export interface SketchFlow {
  /** Identifier in the other tool, from which the id is made. Default: the name. */
  id?: SketchId | undefined;
  name: string;
  /** Key of its view. */
  view: string;
  steps: readonly SketchStep[];
  place?: Place | undefined;
}

/** A message, a note or a branch of a flow. */
export interface SketchStep {
  /** Keys of nodes; a message has both. */
  from?: string | undefined;
  to?: string | undefined;
  text: string;
  isReply?: boolean | undefined;
  /** Default: a message. A branch takes one of its paths, or all in parallel. */
  is?: 'note' | 'alternate' | 'parallel' | undefined;
  paths?: readonly { name: string; steps: readonly SketchStep[] }[] | undefined;
}

/** Content of all files, before names, ids and nesting are resolved. */
export interface Sketch {
  /** Title of the whole. */
  title?: string | undefined;
  nodes: readonly SketchNode[];
  edges: readonly SketchEdge[];
  views: readonly SketchView[];
  flows: readonly SketchFlow[];
  /** Errors, losses and guesses of the reader. */
  findings: readonly Finding[];
}
