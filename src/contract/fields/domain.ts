import { commonFields, indexField, nameField } from './types.js';

export const domainFields = {
  name: nameField(),
  index: indexField('domains', { column: 3 }),
  ...commonFields,
};
