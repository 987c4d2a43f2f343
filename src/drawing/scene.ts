/** Content of a picture before layout. Built by build-scene, drawn by layout and svg. */

import type { CONNECTORS, LINE_SHAPES } from '../contract/enums.js';
import type { Point, Rect } from './geometry.js';

export type Theme = 'light' | 'dark';

export type NodeType = 'actor' | 'app' | 'component' | 'group' | 'root' | 'store' | 'system' | 'area';

export type Status = 'deprecated' | 'future' | 'live' | 'removed';

/** A small coloured label. `color` is one of the service's colour names; a name the theme does not know is drawn grey. */
export interface Chip {
  label: string;
  color: string;
}

export interface SceneNode {
  /** Id of the diagram object; of the model object for a group box that is not itself on the diagram. */
  id: string;
  name: string;
  /** `area` is a box drawn around its children; its own kind is then in `kind`. */
  type: NodeType;
  /** Type of the model object behind an `area`. */
  kind?: NodeType;
  caption?: string;
  technologies: string[];
  status: Status;
  external: boolean;
  /** What the picture is about: its outline is stronger. */
  isSubject?: boolean;
  /** Id of the node this one is drawn inside. */
  parentId: string | null;
  /** Stored position and size, in diagram units; automatic layout without one. */
  place?: Rect;
  dimmed: boolean;
  /** Colour name the tab gave it. */
  accent?: string;
  chips: Chip[];
}

export type Connector = (typeof CONNECTORS)[number];

/** Stored course of a line on its diagram. */
export interface EdgeRoute {
  shape: (typeof LINE_SHAPES)[number];
  origin?: Connector;
  target?: Connector;
  /** Bends, in diagram units. */
  points: readonly Point[];
  /** Position of the label, in percent of the line's length. */
  label: number;
}

/** Direction in which most lines of an automatic layout run. */
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
  /** 0 for a step of the flow, one more inside each path or parent step. */
  depth: number;
}

export interface Scene {
  title: string;
  subtitle?: string;
  theme: Theme;
  /** True where a tab colours the picture: colours of types then step back. */
  colored: boolean;
  nodes: SceneNode[];
  edges: SceneEdge[];
  /** Lays out faster and less carefully. */
  isQuick?: boolean;
  /** Direction of automatic layout; chosen by the nodes and edges of the scene if absent. */
  direction?: Direction;
  legend?: { title: string; entries: Chip[] };
  flow?: { name: string; steps: SceneFlowStep[] };
}
