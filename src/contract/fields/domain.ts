import { handleField, indexField, labelsField, nameField } from './types.js';

/** docs/service.md#domain: the top level of a landscape's model; its root object is below it. */
export const domainFields = {
  name: nameField(),
  index: indexField('domains', { column: { priority: 3 } }),
  labels: labelsField(),
  handleId: handleField(),
};
