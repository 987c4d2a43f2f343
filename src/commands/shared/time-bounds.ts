import { identifier, text } from '../../cli/command/options.js';

const time = (help: string, query: string) => text(help, { value: 'TIME', query });
const bound = (help: string, query: string) => identifier(help, { query });

/** Where a list that is in the order of time begins and ends: by a time, or by one of its records, which is called this. */
export const timeBounds = (record: string) => ({
  startAtDate: time('From this time on', 'filter.startAtDate'),
  startAfterDate: time('After this time', 'filter.startAfterDate'),
  endAtDate: time('Up to this time', 'filter.endAtDate'),
  endBeforeDate: time('Before this time', 'filter.endBeforeDate'),
  startAtId: bound(`From this ${record} on`, 'filter.startAtId'),
  startAfterId: bound(`After this ${record}`, 'filter.startAfterId'),
  endAtId: bound(`Up to this ${record}`, 'filter.endAtId'),
  endBeforeId: bound(`Before this ${record}`, 'filter.endBeforeId'),
});
