import type { NewsArticle } from '../../contract/resources/catalog.js';
import type { Technology } from './visible.js';

/**
 * News derived from the catalog: when technologies were added and deprecated (docs/service.md#choices). Covers only the
 * general catalog. Oldest first.
 */
export function newsOf(technologies: readonly Technology[]): NewsArticle[] {
  return technologies
    .filter(({ organizationId }) => (organizationId ?? null) === null)
    .flatMap((it) => [
      article(it, 'came', it.createdAt, `${it.name} is in the catalog`, 'announcement'),
      ...(it.deprecatedAt
        ? [article(it, 'gone', it.deprecatedAt, `${it.name} is deprecated`, 'deprecate')]
        : []),
    ])
    .sort((a, b) => (a.publishedAt < b.publishedAt ? -1 : a.publishedAt > b.publishedAt ? 1 : 0));
}

function article(it: Technology, what: string, at: string, title: string, tag: string): NewsArticle {
  const slug = `${it.defaultSlug ?? it.id}-${what}`;
  return {
    id: `${it.id}${what}`,
    title,
    description: it.description ?? null,
    body: `${title}. ${it.description ?? ''}`.trim(),
    link: it.updatesUrl ?? it.websiteUrl ?? '',
    provider: it.provider ?? null,
    catalogTechnologyIds: [it.id],
    tags: [tag],
    defaultSlug: slug,
    slugs: [slug],
    publishedAt: at,
    createdAt: at,
  };
}
