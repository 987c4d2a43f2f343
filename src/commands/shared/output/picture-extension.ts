import { extname } from 'node:path';
import { usageError } from '../../../base/errors.js';

type PictureExtension = 'svg' | 'png';

/**
 * Format of a picture file; undefined without an extension. Errors: `usage` for other extensions, such as `model.html`.
 */
export function pictureExtension(file: string | undefined): PictureExtension | undefined {
  const ending = extname(file ?? '').toLowerCase();
  if (ending === '.svg') return 'svg';
  if (ending === '.png') return 'png';
  if (!/^\.[a-z]{2,5}$/.test(ending)) return undefined;
  throw usageError(`Option --out: ${file} is not the name of a picture.`, {
    hint: 'Use the extension .svg or .png.',
  });
}
