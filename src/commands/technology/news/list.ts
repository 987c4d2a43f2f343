import { operationCommand } from '../../../cli/command/operation-command.js';
import { choice, identifier, identifiers, number, text } from '../../../cli/command/options.js';
import { ORDERS } from '../../../contract/enums.js';
import { listNews } from '../../../contract/resources/catalog.js';
import noun from './noun.js';

const time = (help: string, query: string) => text(help, { value: 'TIME', query });
const bound = (help: string, query: string) => identifier(help, { query });

export default operationCommand(listNews, {
  options: {
    technology: identifiers('Only of this technology', {
      query: 'filter.catalogTechnologyId',
      completes: 'technology',
    }),
    order: choice(ORDERS, 'By time', { query: 'filter.order' }),
    startAtDate: time('From this time on', 'filter.startAtDate'),
    startAfterDate: time('After this time', 'filter.startAfterDate'),
    endAtDate: time('Up to this time', 'filter.endAtDate'),
    endBeforeDate: time('Before this time', 'filter.endBeforeDate'),
    startAtId: bound('From this article on', 'filter.startAtId'),
    startAfterId: bound('After this article', 'filter.startAfterId'),
    endAtId: bound('Up to this article', 'filter.endAtId'),
    endBeforeId: bound('Before this article', 'filter.endBeforeId'),
    limitToLast: number('So many from the end of the list', {
      integer: true,
      min: 1,
      query: 'filter.limitToLast',
    }),
  },
  columns: noun.columns,
  empty: 'There is no news.',
  examples: [
    { note: 'The newest', line: 'archctl technology news list --limit 5' },
    { note: 'Of one technology', line: 'archctl technology news list --technology TECHNOLOGY_ID' },
  ],
  related: ['technology news get', 'technology list'],
});
