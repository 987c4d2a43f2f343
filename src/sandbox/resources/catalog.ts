import { capitalised } from '../../base/text/words.js';
import type { Fields } from '../../contract/doc.js';
import * as contract from '../../contract/resources/catalog.js';
import { type Call, on } from '../call.js';
import { signedIconUrl } from '../catalog/icons.js';
import { newsOf } from '../catalog/news.js';
import { type Technology, visible } from '../catalog/visible.js';
import { pageSize } from '../records/page.js';
import { invalid, notFound } from '../refusal.js';

const technologies = (call: Call) => visible(call, {}).map(({ doc }) => doc);

/** Lists news. Bounds by id are positions in the list, as in logs; bounds by date are a time range. */
function listNews(call: Call<typeof contract.listNews>) {
  const { filter = {} } = call.query;
  const { order = 'desc', catalogTechnologyId } = filter;
  const wanted = catalogTechnologyId === undefined ? undefined : [catalogTechnologyId].flat();
  const all = newsOf(technologies(call));
  if (order === 'desc') all.reverse();
  const [from, to] = placesOf(all, filter);
  const found = all
    .slice(from, to)
    .filter(({ publishedAt }) => isWithin(publishedAt, filter))
    .filter((it) => !wanted || it.catalogTechnologyIds.some((id) => wanted.includes(id)));
  const { limit, limitToLast } = filter;
  const shown =
    limitToLast === undefined
      ? found.slice(0, pageSize(limit, { path: 'filter.limit' }))
      : found.slice(-pageSize(limitToLast, { path: 'filter.limitToLast' }));
  return { catalogNewsArticles: shown };
}

/** Start and end positions of the range selected by the bounds by id. */
function placesOf(all: readonly contract.NewsArticle[], filter: Readonly<Fields>): [number, number] {
  const place = (name: string, otherwise: number, step: number): number => {
    if (filter[name] === undefined) return otherwise;
    const at = all.findIndex(({ id }) => id === filter[name]);
    if (at < 0) throw invalid([`filter.${name}: there is no news article ${String(filter[name])}`]);
    return at + step;
  };
  return [
    Math.max(place('startAtId', 0, 0), place('startAfterId', 0, 1)),
    Math.min(place('endAtId', all.length, 1), place('endBeforeId', all.length, 0)),
  ];
}

function isWithin(moment: string, filter: Readonly<Fields>): boolean {
  const at = Date.parse(moment);
  const bound = (name: string, holds: (limit: number) => boolean): boolean =>
    filter[name] === undefined || holds(Date.parse(String(filter[name])));
  return (
    bound('startAtDate', (limit) => at >= limit) &&
    bound('startAfterDate', (limit) => at > limit) &&
    bound('endAtDate', (limit) => at <= limit) &&
    bound('endBeforeDate', (limit) => at < limit)
  );
}

function article(call: Call, name: string, matches: (it: contract.NewsArticle) => boolean | undefined) {
  const found = newsOf(technologies(call)).find(matches);
  if (!found) throw notFound(`The news article ${name}`);
  return { catalogNewsArticle: found };
}

function getNews(call: Call<typeof contract.getNews>) {
  const id = call.parameters.catalogNewsArticleId ?? '';
  return article(call, id, (it) => it.id === id);
}

function getNewsBySlug(call: Call<typeof contract.getNewsBySlug>) {
  const slug = call.parameters.catalogNewsArticleSlug ?? '';
  return article(call, slug, (it) => it.slugs?.includes(slug));
}

function information(call: Call<typeof contract.suggestInformation>) {
  const host = hostOf(call.query.url);
  return { catalogSuggestionInformation: informationOf(atHost(technologies(call), host), host) };
}

/** The brand of a web site. @throws Refusal `not-found` if no catalog technology has this host. */
function brand(call: Call<typeof contract.suggestBrand>) {
  const host = hostOf(call.query.url);
  const known = atHost(technologies(call), host);
  if (!known) throw notFound(`A brand at ${host}`);
  return { catalogSuggestionBrand: brandOf(known, call.origin) };
}

/** docs/service.md#catalog. */
export const handlers = [
  on(contract.listNews, listNews),
  on(contract.getNews, getNews),
  on(contract.getNewsBySlug, getNewsBySlug),
  on(contract.suggestInformation, information),
  on(contract.suggestBrand, brand),
  on(contract.createIconUrl, (call) => ({ signedUrl: signedIconUrl(call) })),
];

/** Subdomains that do not belong to the name of a web site. */
const COMMON_SUBDOMAIN = /^(www|docs|dev|get|use|try)\./;

/** Returns the host of a URL. @throws Refusal `invalid` if it is not a web address. */
function hostOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw invalid(['url: must be a web address']);
  }
  return new URL(url).hostname.replace(COMMON_SUBDOMAIN, '');
}

/** The catalog technology whose web site has this host. */
const atHost = (technologies: readonly Technology[], host: string): Technology | undefined =>
  technologies.find((it) => URL.canParse(it.websiteUrl ?? '') && hostOf(it.websiteUrl ?? '') === host);

/** The catalog entry of a web site, or a name from its URL. Makes no requests (docs/service.md#choices). */
function informationOf(known: Technology | undefined, host: string) {
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
function brandOf(technology: Technology, origin: string) {
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
