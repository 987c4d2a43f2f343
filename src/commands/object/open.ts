import { modelObjects } from '../../contract/resources/model-object.js';
import { openCommand } from '../shared/open-page.js';

export default openCommand(modelObjects.get, {
  kind: 'object',
  summary: 'Open a model object in the web app',
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  examples: {
    'In the browser': 'archctl object open OBJECT',
    'Print its URL, for a document': 'archctl object open OBJECT --print',
  },
  related: ['object get', 'diagram open', 'search', 'profile set'],
});
