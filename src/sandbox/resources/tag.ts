import { tagGroups, tags } from '../../contract/resources/tag.js';
import { familyHandlers } from '../records/family-handlers.js';

/** Service document, Resources, Tag group; known answers, Tag. */
export const handlers = [...familyHandlers(tagGroups), ...familyHandlers(tags)];
