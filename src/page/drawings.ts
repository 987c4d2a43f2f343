import type { Layout } from '../drawing/layout/placed.js';
import type { Scene, Theme } from '../drawing/scene/scene.js';
import { drawLayout } from '../drawing/svg/svg.js';
import { drawingFile, urlOf } from '../site/addresses.js';
import type { SiteDrawing } from '../site/types.js';

/** Drawings of diagrams, loaded as scripts: pages from `file:` cannot read other files in any other way. */

const loaded = new Map<string, Promise<SiteDrawing>>();
const waiting = new Map<string, (drawing: SiteDrawing) => void>();

/** Called by the script of a drawing. */
export function receiveDrawing(slug: string, drawing: SiteDrawing): void {
  waiting.get(slug)?.(drawing);
  waiting.delete(slug);
}

/** Loads the drawing of a diagram once. Rejects if its script cannot be loaded. */
export function loadDrawing(slug: string): Promise<SiteDrawing> {
  const known = loaded.get(slug);
  if (known) return known;
  const loading = new Promise<SiteDrawing>((resolve, reject) => {
    waiting.set(slug, resolve);
    const script = document.createElement('script');
    script.src = urlOf(drawingFile(slug));
    script.onerror = () => {
      loaded.delete(slug);
      reject(new Error(`The picture "${slug}" cannot be loaded.`));
    };
    script.onload = () => script.remove();
    document.head.append(script);
  });
  loaded.set(slug, loading);
  return loading;
}

/** Changes to a scene that keep its layout: colours, dimming, numbers of steps. */
export type Restyle = (scene: Scene) => Scene;

/** Draws a drawing as SVG text in a theme. All texts in it are escaped. */
export function svgOf({ scene, layout }: SiteDrawing, theme: Theme, restyle: Restyle = (it) => it): string {
  const placed: Layout = { ...layout, nodes: new Map(layout.nodes), edges: new Map(layout.edges) };
  return drawLayout({ ...restyle(scene), theme }, placed).svg;
}
