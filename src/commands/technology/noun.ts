import { id } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { type Item, noun } from '../../cli/command/noun.js';
import { selectTechnologies, technologyFacts } from '../../contract/resources/technology.js';

/** Maximum page size of the service (docs/service.md#catalog). */
const MAX_PAGE = 10_000;

/** Completes technologies by id and by slug. */
const bySlugToo = (technologies: readonly Record<string, unknown>[]): Item[] =>
  technologies.map(({ id: own, name: called, nameShort, defaultSlug }) => ({
    id: String(own),
    ...(typeof called === 'string' && { name: called }),
    also: [nameShort, defaultSlug].filter((it) => typeof it === 'string'),
  }));

export default noun({
  summary: 'Browse and extend the technology catalog',
  aliases: ['technologies'],
  section: 'Catalog',
  rank: 1,
  examples: {
    'Message brokers of one provider': 'archctl technology list --provider aws --type message-broker',
    'Find a technology': 'archctl technology select --search postgres',
  },
  related: ['object update', 'connection update'],
  columns: [id, ...columnsOf(technologyFacts)],
  completes: [
    {
      kind: 'technology',
      list: async () => selectTechnologies,
      query: { fields: ['name', 'nameShort', 'defaultSlug'], limit: MAX_PAGE },
      items: bySlugToo,
    },
  ],
});
