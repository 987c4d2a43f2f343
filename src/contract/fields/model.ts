import { MODEL_STATUSES } from '../enums.js';
import { choiceField, referencesField } from './types.js';

/** Fields of model objects and connections. */

export const statusField = (after: string) =>
  choiceField(MODEL_STATUSES, 'Lifecycle status', 'live', { column: { kind: 'status', priority: 2, after } });

export const technologiesAndTags = {
  technologyIds: referencesField('catalogTechnology', 'Technology', { column: 4, option: { after: 'tag' } }),
  tagIds: referencesField('tag', 'Tag', { column: 5 }),
};
