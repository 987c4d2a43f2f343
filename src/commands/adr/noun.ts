import { id, updatedAt } from '../../cli/command/columns.js';
import { columnsOf } from '../../cli/command/family/fields.js';
import { type Item, noun } from '../../cli/command/noun.js';
import { adrs } from '../../contract/resources/adr.js';

export default noun({
  summary: 'Record, accept and read architecture decisions (ADRs)',
  aliases: ['adrs', 'decision', 'decisions'],
  section: 'Models',
  rank: 7,
  examples: {
    'Decisions of a landscape': 'archctl adr list',
    'Read a decision': 'archctl adr show ADR',
  },
  related: ['diagram list', 'draft list'],
  columns: [
    id,
    ...columnsOf(adrs.shape.fields, [
      { key: 'createdById', after: 'status', header: 'By', kind: 'id', of: 'user', orOf: 'key', priority: 3 },
    ]),
    updatedAt,
  ],
  completes: [{ kind: 'adr', word: 'decision', list: async () => adrs.list, items: itemsOf }],
});

/** Decisions by name, handle and number: `12`, `ADR-12`, `ADR-0012`. */
function itemsOf(records: readonly Record<string, unknown>[]): Item[] {
  return records.map(({ id: own, name, number, handleId }) => {
    const numbers = [`${number}`, `ADR-${number}`, `ADR-${String(number).padStart(4, '0')}`];
    return {
      id: String(own),
      ...(typeof name === 'string' && { name }),
      also: [...numbers, ...(typeof handleId === 'string' ? [handleId] : [])],
      note: numbers[2] ?? '',
    };
  });
}
