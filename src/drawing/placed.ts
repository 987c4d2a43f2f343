import type { EdgeLabel } from './edge-label.js';
import type { Point, Rect } from './geometry.js';
import type { NodeBox } from './node-box.js';

/** A node of a scene with its place. */
export interface PlacedNode extends Rect {
  box: NodeBox;
  /** 0 on the canvas, one more inside each frame. */
  depth: number;
  /** How far the heading of a frame stands from the left, clear of the lines that enter from above. */
  shift: number;
}

/** A line of a scene with its way. */
export interface PlacedEdge {
  /** Empty where the line could not be routed. */
  points: Point[];
  label?: { rect: Rect; content: EdgeLabel };
}

/** A scene with a place for everything, in pixels from the top left of the picture. */
export interface Layout {
  width: number;
  height: number;
  nodes: Map<string, PlacedNode>;
  edges: Map<string, PlacedEdge>;
}
