import { embedFonts } from '../../drawing/font/embed.js';
import { readWoff } from '../../drawing/font/woff.js';
import { RECEIVE } from '../../site/addresses.js';
import type { FontEmbedder } from './embedder.js';
import fontFiles from './font-files.js';

/** Script with the fonts of pictures. The page loads it when a picture is saved. */

const tablesOf = (text: string) => readWoff(Uint8Array.from(atob(text), (it) => it.charCodeAt(0)));

const fonts = { 400: tablesOf(fontFiles[400]), 600: tablesOf(fontFiles[600]) };

const page = (globalThis as { [RECEIVE]?: { fonts(embed: FontEmbedder): void } })[RECEIVE];
page?.fonts((svg) => embedFonts(svg, fonts));
