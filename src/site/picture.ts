import type { Layout } from '../drawing/layout/placed.js';
import type { Scene, Theme } from '../drawing/scene/scene.js';
import { drawLayout, type Picture } from '../drawing/svg/svg.js';
import type { SiteDrawing } from './types.js';

/** Changes to a scene that keep its layout: colours, dimming, numbers of steps. */
export type Restyle = (scene: Scene) => Scene;

/** Draws a drawing as SVG in a theme. All texts in it are escaped. */
export function pictureOf(
  { scene, layout }: SiteDrawing,
  theme: Theme,
  restyle: Restyle = (it) => it,
): Picture {
  const placed: Layout = { ...layout, nodes: new Map(layout.nodes), edges: new Map(layout.edges) };
  return drawLayout({ ...restyle(scene), theme }, placed);
}
