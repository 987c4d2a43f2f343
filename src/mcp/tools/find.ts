import { FITS, type Match, matchOf } from '../../contract/rules/text-match.js';
import { idsAt, textAt } from '../../model/document/element.js';
import { rowOf } from '../describe.js';
import { type Entity, KIND_WORDS, type ModelView } from '../model-view.js';
import { z } from '../schema.js';
import { tool } from '../tool.js';
import { idsInput, nameInput, source } from './inputs.js';

/** Kinds that models do not contain. */
const SERVICE_KINDS = ['comment', 'draft'] as const;

export default tool({
  name: 'find',
  title: 'Find elements by text',
  description:
    'Searches names, captions, descriptions, technologies and tags of all elements. Every word must match. Best matches first.',
  input: z.object({
    text: nameInput('Words to search for'),
    kind: z.optional(z.enum([...KIND_WORDS, ...SERVICE_KINDS])),
    source,
    ids: idsInput,
  }),
  async run(workspace, { text, kind, source: from, ids: withIds }) {
    const view = await workspace.model(from);
    const words = KIND_WORDS.filter((word) => kind === undefined || kind === word);
    const ranked = words
      .flatMap((word, rank) =>
        view.all(word).flatMap((entity): Ranked[] => {
          const match = matchOf(text, { name: view.nameOf(entity), texts: textsOf(view, entity) });
          return match ? [{ entity, match, rank }] : [];
        }),
      )
      .sort((a, b) => FITS.indexOf(a.match.fit) - FITS.indexOf(b.match.fit) || a.rank - b.rank);
    const items = ranked.map(({ entity, match }) => ({
      ...rowOf(view, entity, withIds),
      ...(match.field !== 'name' && { matched: match.field }),
    }));
    const noted = SERVICE_KINDS.filter((it) => view.source === 'live' && (kind === undefined || kind === it));
    const notes = noted.length === 0 ? [] : await workspace.notes(text, noted);
    return { kind: 'list', items: [...items, ...notes], facts: view.facts };
  },
});

interface Ranked {
  entity: Entity;
  match: Match;
  rank: number;
}

function textsOf(view: ModelView, { fields }: Entity): Record<string, string | undefined> {
  const tags = idsAt(fields, 'tags').map((id) => view.word('tag', id));
  return {
    caption: textAt(fields, 'caption'),
    description: textAt(fields, 'description'),
    technologies: idsAt(fields, 'technologies').join(' '),
    tags: tags.join(' '),
    teams: idsAt(fields, 'teams').join(' '),
  };
}
