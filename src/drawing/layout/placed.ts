import type { Point, Rect } from '../geometry.js';
import type { EdgeLabel } from './edge-label.js';
import type { NodeBox } from './node-text.js';

export interface PlacedNode extends Rect {
  box: NodeBox;
  /** Nesting depth: 0 on the canvas. */
  depth: number;
  /** Horizontal offset of a frame's heading, to clear lines that enter from above. */
  shift: number;
}

export interface PlacedEdge {
  /** Empty if no route was found. */
  points: Point[];
  label?: { rect: Rect; content: EdgeLabel };
}

/** Positions of everything in a scene, in pixels from the top left of the picture. */
export interface Layout {
  width: number;
  height: number;
  nodes: Map<string, PlacedNode>;
  edges: Map<string, PlacedEdge>;
}
