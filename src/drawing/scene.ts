/** What a picture shows, with every decision made but where things go. Built by build-scene, drawn by layout and svg. */

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
  dimmed: boolean;
  /** Colour name the tab gave it. */
  accent?: string;
  chips: Chip[];
}

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
  /** Laid out with less care than its size allows, for those who wait. */
  isQuick?: boolean;
  legend?: { title: string; entries: Chip[] };
  flow?: { name: string; steps: SceneFlowStep[] };
}
