/**
 * Public interface of `drawing`: converts the records of a diagram into pictures. Rendering code is loaded on first
 * use.
 */

import type { Layout } from './layout/placed.js';
import type { Rects } from './layout/unplaced.js';
import type { PdfOptions, PdfPage } from './pdf.js';
import type { RasterOptions } from './png.js';
import type { Scene } from './scene/scene.js';
import type { Picture } from './svg/svg.js';

export type { Layout } from './layout/placed.js';
export { buildScene } from './scene/build-scene.js';
export type { RenderOptions, SceneInput } from './scene/records.js';
export type { Scene } from './scene/scene.js';

/** Lays out a scene. Deterministic. */
export const layOutScene = async (scene: Scene): Promise<Layout> =>
  (await import('./layout/layout.js')).layoutScene(scene);

/** Finds positions for the nodes of a scene without one, or for all if none has one. Deterministic. */
export const placeScene = async (scene: Scene): Promise<Rects> =>
  (await import('./layout/layout.js')).placeNodes(scene);

/** Lays out a scene and draws it as an SVG document. */
export const drawSvg = async (scene: Scene): Promise<Picture> =>
  (await import('./svg/svg.js')).renderSvg(scene);

/** Embeds the glyphs that an SVG document uses, so that it looks the same without installed fonts. Deterministic. */
export async function embedFont(svg: string, fontDir: string): Promise<string> {
  const [{ embedFonts }, { loadFonts }] = await Promise.all([
    import('./font/embed.js'),
    import('./font/files.js'),
  ]);
  return embedFonts(svg, loadFonts(fontDir));
}

/**
 * Adds the bundled fonts to a built file of a browser page, if it is one that contains them.
 * @param name File name of a script or style sheet.
 */
export type CompletePageFile = (name: string, text: string) => string;

/** @param fontDir Directory of the bundled fonts. */
export async function pageFonts(fontDir: string): Promise<CompletePageFile> {
  const { withPageFonts } = await import('./font/page-fonts.js');
  return (name, text) => withPageFonts(name, text, fontDir);
}

export { withoutFonts } from './font/without-fonts.js';

/** Renders an SVG document as a PNG. Throws if a font is missing or the SVG is malformed. */
export const drawPng = async (svg: string, options: RasterOptions): Promise<Uint8Array> =>
  (await import('./png.js')).svgToPng(svg, options);

/** Writes SVG documents as the pages of a PDF. */
export const drawPdf = async (pages: readonly PdfPage[], options: PdfOptions): Promise<Uint8Array> =>
  (await import('./pdf.js')).toPdf(pages, options);

/** Converts lines of text to pages for `drawPdf`; a line that begins with `#` characters is a heading. */
export const drawTextPages = async (
  lines: readonly string[],
  orientation: 'portrait' | 'landscape',
): Promise<string[]> => (await import('./text-page.js')).textPages(lines, orientation);

/** Renders a diagram, or a flow without its list of steps, as a small PNG. */
export const drawThumbnail = async (scene: Scene, options: { fontDir: string }): Promise<Uint8Array> =>
  (await import('./flow-thumbnail.js')).renderFlowThumbnail(scene, options);
