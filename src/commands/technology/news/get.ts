import { command } from '../../../cli/command/command.js';
import { getNews, getNewsBySlug } from '../../../contract/resources/catalog.js';
import noun from './noun.js';

export default command({
  summary: 'Get a news article by its id or slug',
  args: { article: { name: 'ARTICLE_ID', help: 'Id or slug' } },
  options: {},
  scope: [],
  operation: getNews,
  alsoPerforms: [getNewsBySlug],
  examples: {
    'By its slug': 'archctl technology news get postgresql-came',
    'Text of the article': 'archctl technology news get postgresql-came --query body',
  },
  related: ['technology news list'],
  async run(context, { args: { article } }) {
    const client = await context.client();
    // Slugs contain hyphens; ids do not.
    const { catalogNewsArticle } = article.includes('-')
      ? await client.call(getNewsBySlug, { path: { catalogNewsArticleSlug: article } })
      : await client.call(getNews, { path: { catalogNewsArticleId: article } });
    return { kind: 'record', record: catalogNewsArticle, columns: [...noun.columns, { key: 'body' }] };
  },
});
