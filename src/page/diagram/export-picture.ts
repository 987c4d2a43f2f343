import type { Theme } from '../../drawing/scene/scene.js';
import type { SiteDrawing } from '../../site/types.js';
import { type Restyle, svgOf } from '../drawings.js';
import { saveFile } from '../parts/save-file.js';

/** Pixels of a PNG per pixel of the picture. */
const SCALE = 2;

/** A picture as it is shown: theme and colours. */
export interface ShownPicture {
  drawing: SiteDrawing;
  theme: Theme;
  restyle: Restyle | undefined;
}

/** Saves a picture as a file. Rejects if the browser cannot draw it, for example because it is too large. */
export async function exportPicture(
  format: 'svg' | 'png',
  name: string,
  { drawing, theme, restyle }: ShownPicture,
): Promise<void> {
  const svg = new Blob([svgOf(drawing, theme, restyle)], { type: 'image/svg+xml' });
  const blob = format === 'svg' ? svg : await pngOf(svg);
  saveFile(blob, `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.${format}`);
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
