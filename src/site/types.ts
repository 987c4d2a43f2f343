/**
 * Data of a site: everything that its pages show, as JSON. `site-data.ts` creates it from a model; static pages and the
 * browser page read it. Ids are those of the model and are unique within their list.
 */

import type { Layout } from '../drawing/layout/placed.js';
import type { Scene } from '../drawing/scene/scene.js';

export interface SiteData {
  title: string;
  /** Domains, in document order. */
  domains: readonly SiteDomain[];
  objects: readonly SiteObject[];
  connections: readonly SiteConnection[];
  diagrams: readonly SiteDiagram[];
  flows: readonly SiteFlow[];
  decisions: readonly SiteDecision[];
  findings: readonly SiteFinding[];
  /** Present if the model is compared with another one. */
  changes?: SiteChanges;
  /** Latest changes of a landscape, newest first. */
  activity?: readonly SiteAction[];
  /** Routes by id and handle of records, for links of the service; `diagrams/booking-apps`. */
  records?: Readonly<Record<string, string>>;
}

export interface SiteDomain {
  id: string;
  name: string;
}

export interface SiteTag {
  name: string;
  /** Colour name of the service. */
  color?: string;
}

export interface SiteLink {
  name: string;
  /** An http or https address. */
  url: string;
}

/** Fields that objects and connections share. Absent values are empty. */
interface Described {
  id: string;
  name: string;
  /** Description as HTML without scripts, styles and raw HTML of the source. */
  html?: string;
  status: string;
  /** Names of technologies. */
  technologies?: readonly string[];
  tags?: readonly SiteTag[];
  links?: readonly SiteLink[];
}

export interface SiteObject extends Described {
  /** Name of its page without extension; unique among objects. */
  slug: string;
  type: string;
  caption?: string;
  /** Id of the containing object. */
  parent?: string;
  domain?: string;
  isExternal?: boolean;
  teams?: readonly string[];
  /** Ids of the groups that it belongs to. */
  groups?: readonly string[];
}

export interface SiteConnection extends Described {
  /** Ids of objects. */
  origin: string;
  target: string;
  /** Id of the intermediate object. */
  via?: string;
  direction?: string;
}

export interface SiteDiagram {
  id: string;
  slug: string;
  name: string;
  /** Type of the diagram; `level` for an overview that archctl lays out. */
  type: string;
  html?: string;
  /** Id of the object whose content it shows. */
  of?: string;
  /** Name of its diagram group. */
  group?: string;
  /** Ids of the objects and connections on it. */
  objects: readonly string[];
  connections: readonly string[];
  /** False if it is too large for a picture. */
  isDrawn: boolean;
  /** Size of its picture, in pixels; absent if pictures are drawn on demand. */
  width?: number;
  height?: number;
}

/** A drawing as JSON: the scene with its layout, and the model elements that its items show. */
export interface SiteDrawing {
  scene: Scene;
  layout: Omit<Layout, 'nodes' | 'edges'> & {
    nodes: readonly (readonly [string, LayoutNode])[];
    edges: readonly (readonly [string, LayoutEdge])[];
  };
  /** Ids of objects, by scene node. */
  objects: Readonly<Record<string, string>>;
  /** Ids of connections, by scene edge; several for a line that represents several. */
  connections: Readonly<Record<string, readonly string[]>>;
}

type LayoutNode = Layout['nodes'] extends Map<string, infer Node> ? Node : never;
type LayoutEdge = Layout['edges'] extends Map<string, infer Edge> ? Edge : never;

export interface SiteFlow {
  id: string;
  slug: string;
  name: string;
  html?: string;
  /** Id of its diagram. */
  diagram?: string;
  /** Steps in document order; a step of a path follows the step that declares the path. */
  steps: readonly SiteStep[];
}

export interface SiteStep {
  id: string;
  /** Number within the flow; absent for notes and branches. */
  number?: number;
  type: string;
  text: string;
  html?: string;
  /** Ids of objects. */
  origin?: string;
  target?: string;
  /** Id of an object or a connection. */
  via?: string;
  /** Id of the path, or of the step, that contains it. */
  parent?: string;
  paths?: readonly { id: string; name: string }[];
  /** Id of the flow that it leads into. */
  flow?: string;
}

export interface SiteDecision {
  id: string;
  slug: string;
  /** For example `ADR-0012 Use PostgreSQL`. */
  title: string;
  status: string;
  html?: string;
  /** Ids of the objects that it is about, and of related diagrams. */
  objects?: readonly string[];
  diagrams?: readonly string[];
  /** Ids of the decisions that replace it. */
  supersededBy?: readonly string[];
}

export interface SiteFinding {
  severity: 'error' | 'warning' | 'note';
  message: string;
  hint?: string;
  rule: string;
  /** Element that it is about. */
  kind?: string;
  id?: string;
  /** Source location, `model.yaml:12`. */
  place?: string;
}

export type SiteChange = 'added' | 'changed' | 'removed';

export interface SiteChanges {
  /** Argument of `--against`: a file, a folder, `git:main:models`, `live`, a version or a draft. */
  against: string;
  /** Changed elements, in document order. */
  items: readonly SiteChangedItem[];
  /** Slug of the picture of all changes, a diagram of type `level`; absent if the picture would be too large. */
  picture?: string;
}

export interface SiteChangedItem {
  kind: string;
  id: string;
  name: string;
  change: SiteChange;
  /** Changed fields with their values as text; absent for a missing value. */
  fields: readonly { field: string; before?: string; after?: string }[];
}

/** A change in the action log of a landscape. */
export interface SiteAction {
  kind: string;
  /** Id of the element; absent if it no longer exists. */
  id?: string;
  name: string;
  change: SiteChange;
  by: string;
  /** RFC 3339. */
  at: string;
}

/** State of a page that follows a model. */
export interface LiveState {
  /** Number of the model that is shown; the first is 1. */
  version: number;
  /** Errors of the current files, if they prevent showing them. */
  problems: readonly SiteFinding[];
  /** Reason why the model could not be read. */
  failure?: string;
  /** Time of the model that is shown, RFC 3339. */
  shownSince?: string;
}
