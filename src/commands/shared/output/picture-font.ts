import { flag } from '../../../cli/command/options.js';
import type { World } from '../../../cli/command/world.js';

/** The option of every command that writes SVG pictures. */
export const FONT_OPTION = {
  noEmbedFont: flag(
    'SVG: leave out the font. Files are about 10 KB smaller, and look different on other machines',
  ),
};

/** Options of `FONT_OPTION`. */
export interface FontOption {
  noEmbedFont?: boolean | undefined;
}

/** A picture as it is written to an SVG file: with its font, unless the option says otherwise. */
export async function svgFile(
  svg: string,
  { fontDirectory }: Pick<World, 'fontDirectory'>,
  { noEmbedFont }: FontOption,
): Promise<string> {
  if (noEmbedFont) return svg;
  return (await import('../../../drawing/index.js')).embedFont(svg, fontDirectory);
}

/** Removes the font from a picture that the service wrote. */
export async function* withoutFontsIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const { withoutFonts } = await import('../../../drawing/index.js');
  yield Buffer.from(withoutFonts(Buffer.concat(all).toString('utf8')));
}
