import { embedFonts, FONT_DATA } from '../../drawing/font/embed.js';
import { readWoff } from '../../drawing/font/woff.js';
import { RECEIVE } from '../../site/addresses.js';
import type { FontEmbedder } from './embedder.js';

/** Script that embeds fonts, behind the data that `withPageFonts` adds. The page loads it when a picture is saved. */

const tablesOf = (text: string) => readWoff(Uint8Array.from(atob(text), (it) => it.charCodeAt(0)));

const files = (globalThis as { [FONT_DATA]?: Readonly<Record<400 | 600, string>> })[FONT_DATA];
if (!files) throw new Error('The script does not contain the fonts.');
const fonts = { 400: tablesOf(files[400]), 600: tablesOf(files[600]) };

const page = (globalThis as { [RECEIVE]?: { fonts(embed: FontEmbedder): void } })[RECEIVE];
page?.fonts((svg) => embedFonts(svg, fonts));
