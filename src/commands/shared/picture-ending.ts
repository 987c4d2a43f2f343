import { extname } from 'node:path';
import { usageError } from '../../base/errors.js';

/** What pictures are written as, by how the name of their file ends. */
type PictureEnding = 'svg' | 'png';

/**
 * The format that the name of a file asks for; undefined where it asks for none. Errors: `usage` for a name that
 * promises what a picture is not, such as `model.html`: it would hold something else than it says.
 */
export function pictureEnding(file: string | undefined, option: string): PictureEnding | undefined {
  const ending = extname(file ?? '').toLowerCase();
  if (ending === '.svg') return 'svg';
  if (ending === '.png') return 'png';
  if (!/^\.[a-z]{2,5}$/.test(ending)) return undefined;
  throw usageError(`Option ${option}: ${file} is not the name of a picture.`, {
    hint: 'Use the extension .svg or .png.',
  });
}
