import { operationCommand } from '../../../cli/command/operation-command.js';
import { choice, identifiers, number } from '../../../cli/command/options.js';
import { ORDERS } from '../../../contract/enums.js';
import { listNews } from '../../../contract/resources/catalog.js';
import { timeBounds } from '../../shared/time-bounds.js';
import noun from './noun.js';

export default operationCommand(listNews, {
  options: {
    technology: identifiers('Filter by technology', {
      query: 'filter.catalogTechnologyId',
      completes: 'technology',
    }),
    order: choice(ORDERS, 'By time', { query: 'filter.order' }),
    ...timeBounds('article'),
    limitToLast: number('Number of articles, from the end of the list', {
      integer: true,
      min: 1,
      query: 'filter.limitToLast',
    }),
  },
  columns: noun.columns,
  empty: 'There is no news.',
  examples: {
    'The newest articles': 'archctl technology news list --limit 5',
    'About one technology': 'archctl technology news list --technology TECHNOLOGY_ID',
  },
  related: ['technology news get', 'technology list'],
});
