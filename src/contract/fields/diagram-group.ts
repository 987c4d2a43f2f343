import { partOf } from '../record.js';
import { commonFields, indexField, nameField, requiredReference } from './types.js';

export const diagramGroupFields = {
  name: nameField(),
  modelId: requiredReference(partOf('modelObject'), 'Model object whose diagrams the group contains', {
    column: { header: 'Model object', priority: 2 },
    option: { name: 'of', also: ['model'] },
    document: [
      {
        key: 'of',
        description: 'Id of the object whose diagrams it contains; omit it for diagrams of the domain.',
      },
      { key: 'domain', to: 'domain', description: 'Id of the domain whose diagrams it contains.' },
    ],
  }),
  index: indexField('groups', { column: 3 }),
  ...commonFields,
};
