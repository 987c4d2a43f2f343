/** Content of a picture before layout: created by build-scene, drawn by layout and svg. */

import type { CONNECTORS, LINE_SHAPES } from '../../contract/enums.js';
import type { Point, Rect } from '../geometry.js';

export type Theme = 'light' | 'dark';

export type NodeType = 'actor' | 'app' | 'component' | 'group' | 'root' | 'store' | 'system' | 'area';

export type Status = 'deprecated' | 'future' | 'live' | 'removed';

/** Small coloured label. `color` is one of the service's colour names; a name that the theme lacks is drawn grey. */
export interface Chip {
  label: string;
  color: string;
  /** Shows the status of its node. It is the last part of a node that is omitted. */
  isStatus?: true;
}

export interface SceneNode {
  /** Id of the diagram object, or of the model object for a group box that is not on the diagram. */
  id: string;
  name: string;
  /** `area` is a box drawn around its children; `kind` then has its own type. */
  type: NodeType;
  /** Type of the model object of an `area`. */
  kind?: NodeType;
  caption?: string;
  technologies: string[];
  status: Status;
  external: boolean;
  /** The subject of the picture, drawn with a stronger outline. */
  isSubject?: boolean;
  /** Id of the node that contains this one. */
  parentId: string | null;
  /** Stored position and size, in diagram units; automatic layout if absent. */
  place?: Rect;
  dimmed: boolean;
  /** Colour name from the tab. */
  accent?: string;
  chips: Chip[];
}

export type Connector = (typeof CONNECTORS)[number];

/** Stored route of a line on its diagram. */
export interface EdgeRoute {
  shape: (typeof LINE_SHAPES)[number];
  origin?: Connector;
  target?: Connector;
  /** Bends, in diagram units. */
  points: readonly Point[];
  /** Position of the label, in percent of the line's length. */
  label: number;
}

/** Main direction of the lines of an automatic layout. */
export type Direction = 'DOWN' | 'RIGHT';

export interface SceneEdge {
  /** Id of the diagram connection. */
  id: string;
  originId: string;
  targetId: string;
  label: string;
  /** null draws no arrowhead. */
  direction: 'outgoing' | 'bidirectional' | null;
  technologies: string[];
  status: Status;
  dimmed: boolean;
  accent?: string;
  /** Numbers of the flow steps that use it, in order. */
  stepNumbers: number[];
  route?: EdgeRoute;
}

export interface SceneFlowStep {
  /** Number shown on the picture; null for notes and headings of paths. */
  index: number | null;
  text: string;
  /** Nesting depth: 0 for a top-level step, one more inside each path or parent step. */
  depth: number;
}

export interface Scene {
  title: string;
  subtitle?: string;
  theme: Theme;
  /** True if a tab colours the picture: type colours are then muted. */
  colored: boolean;
  nodes: SceneNode[];
  edges: SceneEdge[];
  /** Faster, less thorough layout. */
  isQuick?: boolean;
  /** Uses the layered layout, whose lines follow `direction`, even if the scene is dense. */
  isLayered?: boolean;
  /** Direction of the layered layout. Default: estimated from the nodes and edges. */
  direction?: Direction;
  legend?: { title: string; entries: Chip[] };
  flow?: { name: string; steps: SceneFlowStep[] };
}
