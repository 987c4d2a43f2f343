import { partOf } from '../record.js';
import { handleField, indexField, labelsField, nameField, requiredReference } from './types.js';

/** docs/service.md#diagram-group: a folder of diagrams below one model object. */
export const diagramGroupFields = {
  name: nameField(),
  modelId: requiredReference(partOf('modelObject'), {
    description: 'Model object whose diagrams the group contains',
    column: { header: 'Model object', priority: 2 },
    document: [
      {
        key: 'of',
        description: 'Id of the object whose diagrams it contains; omit it for diagrams of the domain.',
        required: false,
      },
      {
        key: 'domain',
        to: 'domain',
        description: 'Id of the domain whose diagrams it contains.',
        required: false,
      },
    ],
  }),
  index: indexField('groups', { column: { priority: 3 } }),
  labels: labelsField(),
  handleId: handleField(),
};
