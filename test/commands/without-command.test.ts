import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { API_LINES } from '../../src/commands/shared/other-words.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
let values: Readonly<Record<string, string>>;

beforeAll(async () => {
  suite = await openCommandSuite();
  const { ids } = suite;
  const [article] = (await suite.ask('catalog/news-articles')).catalogNewsArticles as {
    id: string;
    defaultSlug: string;
  }[];
  values = {
    LANDSCAPE_ID: ids.landscape,
    VERSION_ID: 'latest',
    DIAGRAM_ID: ids.diagram,
    DRAFT_ID: ids.draft,
    FLOW_ID: ids.flow,
    SHORT_ID: ids.shortId,
    ARTICLE_ID: article?.id ?? '',
    SLUG: article?.defaultSlug ?? '',
    TEMPLATE_ID: ids.template,
    URL: 'https://www.postgresql.org/',
  };
});
afterAll(() => suite.close());

describe.each(Object.entries(API_LINES))('"%s"', (words, request) => {
  it('is not a command, and the error names its request', async () => {
    const ran = await suite.machine().run([...words.split(' '), '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(REGISTRY.commands.map(({ path }) => path.join(' '))).not.toContain(words);
    // The words of a longer entry begin with those of a shorter one.
    const hinted = Object.entries(API_LINES).find(([it]) => `${words} `.startsWith(`${it} `))?.[1];
    expect(ran.error().hint).toBe(`Send the request yourself: archctl api ${hinted}`);
  });

  it('is answered through "archctl api"', async () => {
    const argv = request.replace(/\b[A-Z]+(?:_[A-Z]+)*\b/g, (name) => values[name] ?? name).split(' ');
    const ran = await suite.machine().run(['api', ...argv, '-o', 'json']);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
  });
});
