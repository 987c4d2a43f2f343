import { loadFontEmbedder } from '../fonts/embedder.js';
import { saveFile } from '../parts/save-file.js';

/** Pixels of a PNG per pixel of the picture. */
const SCALE = 2;

/** A part of a picture, in its pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Saves a part of a picture as a file. Rejects if its fonts cannot be loaded, or if the browser cannot draw
 * it, for example because it is too large.
 * @param svg A whole picture.
 */
export async function exportPicture(
  format: 'svg' | 'png',
  name: string,
  svg: string,
  part: Part,
): Promise<void> {
  // The fonts are added last: in a document of the page, they would violate its Content-Security-Policy.
  const embed = await loadFontEmbedder();
  const blob = new Blob([embed(cropped(svg, part))], { type: 'image/svg+xml' });
  const file = format === 'svg' ? blob : await pngOf(blob);
  saveFile(file, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.${format}`);
}

function cropped(svg: string, { x, y, width, height }: Part): string {
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = picture.documentElement;
  root.setAttribute('viewBox', [x, y, width, height].map(Math.round).join(' '));
  root.setAttribute('width', String(Math.round(width)));
  root.setAttribute('height', String(Math.round(height)));
  return new XMLSerializer().serializeToString(picture);
}

async function pngOf(svg: Blob): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (!png) throw new Error('The picture is too large for a PNG. Save it as SVG.');
    return png;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
