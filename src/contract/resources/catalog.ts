import * as z from 'zod/mini';
import { ORDERS, PROVIDERS, TECHNOLOGY_TYPES } from '../enums.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import {
  choice,
  dateTime,
  loose,
  momentInput,
  oneOrMany,
  openEnum,
  queryNumber,
  strict,
  text,
} from '../schema.js';

/** docs/service.md#catalog: catalog records besides technologies. */

/** An uploaded icon as the sandbox stores it: `data` is base64, null until the upload. */
export const iconRecord = record({
  kind: 'catalogIcon',
  noun: 'icon',
  owner: 'organization',
  schema: loose({ id: text(), organizationId: text(), data: z.nullable(text()) }),
});

/** News about technologies. */
export const newsArticle = loose({
  id: text(),
  title: text(),
  description: z.nullish(text()),
  body: z.nullish(text()),
  link: text(),
  provider: z.nullish(openEnum(PROVIDERS)),
  catalogTechnologyIds: z.array(text()),
  tags: z.optional(z.array(text())),
  defaultSlug: z.optional(text()),
  slugs: z.optional(z.array(text())),
  publishedAt: dateTime(),
  createdAt: dateTime(),
});
/** A news article of the service. */
export type NewsArticle = z.infer<typeof newsArticle>;

/** Facts about a technology, inferred from its web site; unknown fields are omitted. */
const suggestedInformation = loose({
  name: z.optional(text()),
  nameShort: z.optional(text()),
  description: z.optional(text()),
  type: z.nullish(openEnum(TECHNOLOGY_TYPES)),
  docsUrl: z.optional(text()),
  githubUrl: z.optional(text()),
  newsUrl: z.optional(text()),
  updatesUrl: z.optional(text()),
});

/** Colors and logos of a brand. */
const suggestedBrand = loose({
  colors: z.array(loose({ hex: text(), type: z.optional(text()), brightness: z.optional(z.number()) })),
  logos: z.array(loose({ theme: z.nullish(text()), type: z.nullish(text()), formats: z.array(loose({})) })),
  isNsfw: z.optional(z.boolean()),
});

/** Bounds by id and date as in logs; `limitToLast` returns the end of the list instead of the beginning. */
const newsFilter = strict({
  catalogTechnologyId: z.optional(oneOrMany(text())),
  order: z.optional(choice(ORDERS)),
  limit: z.optional(queryNumber()),
  limitToLast: z.optional(queryNumber()),
  startAtId: z.optional(text()),
  startAtDate: z.optional(momentInput()),
  startAfterId: z.optional(text()),
  startAfterDate: z.optional(momentInput()),
  endAtId: z.optional(text()),
  endAtDate: z.optional(momentInput()),
  endBeforeId: z.optional(text()),
  endBeforeDate: z.optional(momentInput()),
});

const reads = { method: 'GET', answers: 'one', meter: 'read' } as const;

export const listNews = operation({
  ...reads,
  id: 'catalog.newsArticles.list',
  path: '/catalog/news-articles',
  query: strict({ filter: z.optional(newsFilter) }),
  response: loose({ catalogNewsArticles: z.array(newsArticle) }),
  envelope: 'catalogNewsArticles',
  answers: 'list',
  access: 'any',
  summary: 'List news about technologies',
});

export const getNews = operation({
  ...reads,
  id: 'catalog.newsArticles.get',
  path: '/catalog/news-articles/{catalogNewsArticleId}',
  response: loose({ catalogNewsArticle: newsArticle }),
  envelope: 'catalogNewsArticle',
  access: 'any',
  summary: 'Get a news article',
});

export const getNewsBySlug = operation({
  ...reads,
  id: 'catalog.newsArticles.getBySlug',
  path: '/catalog/news-articles/slugs/{catalogNewsArticleSlug}',
  response: loose({ catalogNewsArticle: newsArticle }),
  envelope: 'catalogNewsArticle',
  access: 'any',
  summary: 'Get a news article by one of its slugs',
});

export const suggestInformation = operation({
  ...reads,
  id: 'catalog.suggestions.information',
  path: '/catalog/suggestion/information',
  query: strict({ url: text() }),
  response: loose({ catalogSuggestionInformation: suggestedInformation }),
  envelope: 'catalogSuggestionInformation',
  access: 'any',
  summary: 'Suggest details of a technology from its web site',
});

export const suggestBrand = operation({
  ...reads,
  id: 'catalog.suggestions.brand',
  path: '/catalog/suggestion/brand',
  query: strict({ url: text() }),
  response: loose({ catalogSuggestionBrand: suggestedBrand }),
  envelope: 'catalogSuggestionBrand',
  access: 'any',
  summary: 'Suggest colors and logos of a technology from its web site',
});

/** Returns a temporary URL for uploading an icon with one PUT and no key. */
export const createIconUrl = operation({
  id: 'catalog.technologies.createSignedIconUrl',
  method: 'POST',
  path: '/catalog/icons/signed-url',
  response: loose({ signedUrl: text() }),
  envelope: null,
  answers: 'one',
  meter: 'write',
  access: 'write',
  summary: 'Get a URL for uploading an icon',
});
