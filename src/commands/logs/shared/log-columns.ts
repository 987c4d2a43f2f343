import type { Context } from '../../../cli/command/spec.js';
import type { Column } from '../../../terminal/types.js';
import noun from '../noun.js';
import { changeOf } from './log-line.js';
import { type LogRow, subjectInWords } from './subject.js';

export const showsIds = ({ parsed }: Pick<Context, 'parsed'>): boolean => parsed.globals.ids === true;

const CHANGE: Column = {
  key: 'change',
  header: 'Change',
  priority: 3,
  value: (row: LogRow) => changeOf(row),
};

/** Deleted entities without a name in the log are shown by id. */
const SUBJECT: Column = {
  key: 'subject',
  header: 'Subject',
  priority: 2,
  value: (row: LogRow) => subjectInWords(row),
};

/** Columns of the log. People see changes, and ids only on request; machine formats are stable. */
export function logColumns(context: Pick<Context, 'parsed' | 'terminal'>): readonly Column[] {
  const { terminal, parsed } = context;
  const isForPeople = terminal.isInteractive && terminal.format === 'table';
  if (!isForPeople || parsed.globals.fields !== undefined || parsed.globals.query !== undefined)
    return noun.columns ?? [];
  const columns = [...noun.columns];
  columns.splice(3, 0, CHANGE);
  if (showsIds(context)) return columns;
  return columns.flatMap((it) => (it.key === 'id' ? [] : it.key === SUBJECT.key ? [SUBJECT] : [it]));
}
