import { diagramGroups } from '../../contract/resources/diagram-group.js';
import { familyHandlers } from '../records/family-handlers.js';

/** Known answers, DiagramGroup. */
export const handlers = familyHandlers(diagramGroups);
