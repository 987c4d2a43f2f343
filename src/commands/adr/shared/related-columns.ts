import { commit, handle, version } from '../../../cli/command/columns.js';
import { entriesOf } from '../../../contract/doc.js';
import type { Column } from '../../../terminal/types.js';

type Row = { relatedItems?: unknown };

/** Items of a type, in their order. */
const itemsOf = ({ relatedItems }: Row, type: string) =>
  entriesOf(relatedItems)
    .map(([, item]) => item)
    .filter((item) => item.type === type)
    .sort((a, b) => Number(a.index) - Number(b.index));

const column = (type: string, field: string, header: string): Column => ({
  key: `relatedItems.${type}`,
  header,
  kind: 'list',
  of: type,
  priority: 4,
  value: (row: Row) => itemsOf(row, type).map((item) => item[field]),
});

const linkText = (link: unknown): string => {
  const { url, customName, name } = (link ?? {}) as Record<string, unknown>;
  const title = customName ?? name;
  return title ? `${title} (${url})` : String(url ?? '');
};

export const RELATED_COLUMNS: readonly Column[] = [
  column('diagram', 'diagramId', 'Diagrams'),
  column('adr', 'adrId', 'Decisions'),
  column('draft', 'draftId', 'Drafts'),
  {
    key: 'relatedItems.link',
    header: 'Links',
    kind: 'list',
    priority: 4,
    value: (row: Row) => itemsOf(row, 'link').map(({ link }) => linkText(link)),
  },
  commit,
  handle,
  version,
];
