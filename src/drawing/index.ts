/**
 * The door of the drawing room: what is on a diagram goes in as records of the contract, a picture comes out. What
 * draws is loaded when something is drawn.
 */

import type { PdfOptions, PdfPage } from './pdf.js';
import type { Layout } from './placed.js';
import type { RasterOptions } from './png.js';
import type { Scene } from './scene.js';
import type { Picture } from './svg.js';

export { buildScene } from './build-scene.js';
export type { RenderOptions, SceneInput } from './records.js';
export type { Scene } from './scene.js';

/** Where everything in a scene goes; the same scene always gives the same. */
export const layOutScene = async (scene: Scene): Promise<Layout> =>
  (await import('./layout.js')).layoutScene(scene);

/** A scene as an SVG document, laid out. */
export const drawSvg = async (scene: Scene): Promise<Picture> => (await import('./svg.js')).renderSvg(scene);

/** An SVG document as a PNG. Throws where a font is missing or the SVG is malformed. */
export const drawPng = async (svg: string, options: RasterOptions): Promise<Uint8Array> =>
  (await import('./png.js')).svgToPng(svg, options);

/** SVG documents as the pages of a PDF. */
export const drawPdf = async (pages: readonly PdfPage[], options: PdfOptions): Promise<Uint8Array> =>
  (await import('./pdf.js')).toPdf(pages, options);

/** Lines of text as pages for `drawPdf`; a line that begins with `#` signs is a heading. */
export const drawTextPages = async (
  lines: readonly string[],
  orientation: 'portrait' | 'landscape',
): Promise<string[]> => (await import('./text-page.js')).textPages(lines, orientation);

/** The picture of a diagram, or of a flow on it without its list of steps, as a small PNG. */
export const drawThumbnail = async (scene: Scene, options: { fontDir: string }): Promise<Uint8Array> =>
  (await import('./flow-thumbnail.js')).renderFlowThumbnail(scene, options);
