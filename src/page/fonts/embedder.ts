import { FONTS_FILE } from '../../site/addresses.js';
import { loadScript } from '../drawings.js';

/** Embeds the fonts that a picture uses. */
export type FontEmbedder = (svg: string) => string;

let embedder: Promise<FontEmbedder> | undefined;
let receive: (embed: FontEmbedder) => void = () => {};

/** Called by the script with the fonts. */
export const receiveFonts = (embed: FontEmbedder): void => receive(embed);

/** Loads the fonts of pictures on first use. Rejects if they cannot be loaded. */
export function loadFontEmbedder(): Promise<FontEmbedder> {
  embedder ??= new Promise<FontEmbedder>((resolve, reject) => {
    receive = resolve;
    loadScript(FONTS_FILE, 0).catch((error: Error) => {
      embedder = undefined;
      reject(error);
    });
  });
  return embedder;
}
