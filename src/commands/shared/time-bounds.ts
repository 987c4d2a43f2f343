import { identifier, text } from '../../cli/command/options.js';

const time = (help: string, query: string) => text(help, { value: 'TIME', query });
const bound = (help: string, query: string) => identifier(help, { query });

/** Time range of a chronological list: each bound is a time or one of its records, for which `record` is the noun. */
export const timeBounds = (record: string) => ({
  startAtDate: time('Actions from this time on', 'filter.startAtDate'),
  startAfterDate: time('Actions after this time', 'filter.startAfterDate'),
  endAtDate: time('Actions up to this time', 'filter.endAtDate'),
  endBeforeDate: time('Actions before this time', 'filter.endBeforeDate'),
  startAtId: bound(`Start at this ${record}`, 'filter.startAtId'),
  startAfterId: bound(`Start after this ${record}`, 'filter.startAfterId'),
  endAtId: bound(`End at this ${record}`, 'filter.endAtId'),
  endBeforeId: bound(`End before this ${record}`, 'filter.endBeforeId'),
});
