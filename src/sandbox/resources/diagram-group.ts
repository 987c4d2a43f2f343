import { diagramGroups } from '../../contract/resources/diagram-group.js';
import { familyHandlers } from '../records/family-handlers.js';

/** docs/service.md#diagram-group. */
export const handlers = familyHandlers(diagramGroups);
