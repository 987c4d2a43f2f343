import { tagGroups, tags } from '../../contract/resources/tag.js';
import { familyHandlers } from '../records/family-handlers.js';

/** docs/service.md#tag-group; docs/service.md#tag. */
export const handlers = [...familyHandlers(tagGroups), ...familyHandlers(tags)];
