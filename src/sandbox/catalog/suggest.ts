import { capitalised } from '../../base/words.js';
import { invalid } from '../refusal.js';
import type { Technology } from './visible.js';

const MEANINGLESS = /^(www|docs|dev|get|use|try)\./;

/** Returns the host of a URL. @throws Refusal `invalid` if it is not a web address. */
export function hostOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw invalid(['url: must be a web address']);
  }
  return new URL(url).hostname.replace(MEANINGLESS, '');
}

/** The catalog technology whose web site has this host. */
export const atHost = (technologies: readonly Technology[], host: string): Technology | undefined =>
  technologies.find((it) => URL.canParse(it.websiteUrl ?? '') && hostOf(it.websiteUrl ?? '') === host);

/** The catalog entry of a web site, or a name from its URL. Makes no requests (docs/service.md#choices). */
export function informationOf(known: Technology | undefined, host: string) {
  const [word = host] = host.split('.').slice(-2);
  if (!known) return { name: capitalised(word), nameShort: capitalised(word), type: null };
  const { name, nameShort, description, type, docsUrl, updatesUrl } = known;
  return {
    name,
    ...(nameShort && { nameShort }),
    ...(description && { description }),
    type: type ?? null,
    ...(docsUrl && { docsUrl }),
    ...(updatesUrl && { updatesUrl, newsUrl: updatesUrl }),
    ...(updatesUrl?.startsWith('https://github.com/') && {
      githubUrl: updatesUrl.split('/').slice(0, 5).join('/'),
    }),
  };
}

/** Hex values of the catalog's color names. */
const HEX: Readonly<Record<string, string>> = {
  blue: '#3b82f6',
  green: '#22c55e',
  yellow: '#eab308',
  orange: '#f97316',
  red: '#ef4444',
  beaver: '#a16207',
  'dark-blue': '#1e3a8a',
  purple: '#8b5cf6',
  pink: '#ec4899',
  white: '#ffffff',
  grey: '#9ca3af',
  black: '#000000',
};

/** Weights of red, green and blue in perceived brightness. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/** The brand of a catalog technology: its color and icons. */
export function brandOf(technology: Technology, origin: string) {
  const hex = HEX[technology.color] ?? '#9ca3af';
  const brightness = WEIGHTS.reduce(
    (sum, weight, at) => sum + weight * Number.parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16),
    0,
  );
  const logos = (['light', 'dark'] as const).flatMap((theme) => {
    const [src] = [theme === 'light' ? technology.iconUrlLight : technology.iconUrlDark].flat().reverse();
    return src ? [{ theme, type: 'icon', formats: [{ src: new URL(src, origin).href, format: 'png' }] }] : [];
  });
  return { colors: [{ hex, type: 'accent', brightness: Math.round(brightness) }], logos, isNsfw: false };
}
