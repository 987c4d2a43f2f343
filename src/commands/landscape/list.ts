import { operationCommand } from '../../cli/command/operation-command.js';
import { listLandscapes } from '../../contract/resources/landscape.js';
import noun from './noun.js';

export default operationCommand(listLandscapes, {
  columns: noun.columns,
  empty: 'The organization has no landscapes.',
  examples: {
    "Landscapes of the profile's organization": 'archctl landscape list',
    'Names only, for a script': 'archctl landscape list -o csv --fields name',
  },
  related: ['landscape get', 'landscape create', 'landscape duplicate', 'diagram list'],
});
