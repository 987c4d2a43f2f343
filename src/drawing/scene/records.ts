/**
 * Structural types of the service's records, reduced to the fields that a picture needs, so that records can be passed
 * directly.
 */

import type { EXPORT_TABS, THEMES } from '../../contract/enums.js';

interface DiagramInput {
  id: string;
  name: string;
  type?: string | undefined;
  modelId?: string | null | undefined;
}

interface DiagramObjectInput {
  id: string;
  modelId: string;
  shape?: string | undefined;
  type?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

export interface DiagramConnectionInput {
  id: string;
  modelId?: string | null | undefined;
  originId?: string | null | undefined;
  targetId?: string | null | undefined;
  lineShape?: string | undefined;
  originConnector?: string | null | undefined;
  targetConnector?: string | null | undefined;
  labelPosition?: number | undefined;
  points?: readonly { x: number; y: number }[] | undefined;
}

interface ContentInput {
  objects?: Readonly<Record<string, DiagramObjectInput>> | undefined;
  connections?: Readonly<Record<string, DiagramConnectionInput>> | undefined;
}

export interface ModelObjectInput {
  id: string;
  name: string;
  type?: string | undefined;
  caption?: string | undefined;
  external?: boolean | undefined;
  status?: string | undefined;
  parentId?: string | null | undefined;
  groupIds?: readonly string[] | undefined;
  tagIds?: readonly string[] | undefined;
  teamIds?: readonly string[] | undefined;
  technologyIds?: readonly string[] | undefined;
}

export interface ModelConnectionInput {
  id: string;
  name: string;
  originId?: string | undefined;
  targetId?: string | undefined;
  viaId?: string | null | undefined;
  direction?: string | null | undefined;
  status?: string | undefined;
  tagIds?: readonly string[] | undefined;
  technologyIds?: readonly string[] | undefined;
}

interface TechnologyInput {
  id: string;
  name: string;
  nameShort?: string | undefined;
  color?: string | undefined;
}

interface TagInput {
  id: string;
  name: string;
  color?: string | undefined;
  groupId?: string | undefined;
  index?: number | undefined;
}

interface TagGroupInput {
  id: string;
  name: string;
  index?: number | undefined;
}

interface TeamInput {
  id: string;
  name: string;
  color?: string | undefined;
}

export interface FlowStepInput {
  id: string;
  index?: number | undefined;
  description?: string | undefined;
  type?: string | null | undefined;
  originId?: string | null | undefined;
  targetId?: string | null | undefined;
  viaId?: string | null | undefined;
  parentId?: string | null | undefined;
  paths?: Readonly<Record<string, { id: string; index?: number; name?: string }>> | null | undefined;
}

export interface FlowInput {
  id: string;
  name: string;
  steps?: Readonly<Record<string, FlowStepInput>> | undefined;
}

export type Tab = (typeof EXPORT_TABS)[number];

/** The export request body without `draftId`, which the caller applies (docs/service.md#diagram-export-image). */
export interface RenderOptions {
  theme?: (typeof THEMES)[number] | undefined;
  tab?: Tab | undefined;
  focusIds?: readonly string[] | undefined;
  hideIds?: readonly string[] | undefined;
  pinIds?: readonly string[] | undefined;
  groupId?: string | undefined;
  flowId?: string | undefined;
  flowPathIds?: readonly string[] | undefined;
  /** Ignores stored positions. */
  autoLayout?: boolean | undefined;
}

/** Input of a picture. Lists may contain more than the diagram shows; drafts are applied already. */
export interface SceneInput {
  diagram: DiagramInput;
  content: ContentInput;
  modelObjects: readonly ModelObjectInput[];
  modelConnections: readonly ModelConnectionInput[];
  technologies: readonly TechnologyInput[];
  tags: readonly TagInput[];
  tagGroups: readonly TagGroupInput[];
  teams?: readonly TeamInput[] | undefined;
  /** The flow of `options.flowId`. Drawn also without that option; ignored if the option refers to another flow. */
  flow?: FlowInput | undefined;
  options?: RenderOptions | undefined;
}

/** A diagram object and its model object, if any. */
export interface PlacedObject {
  id: string;
  drawn: DiagramObjectInput;
  model: ModelObjectInput | undefined;
}

/** A diagram connection between two placed objects. */
export interface PlacedConnection {
  id: string;
  originId: string;
  targetId: string;
  /** Id of the diagram object that is its broker. */
  viaId?: string | undefined;
  drawn: DiagramConnectionInput;
  model: ModelConnectionInput | undefined;
}
