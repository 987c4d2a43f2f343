import { modelConnections } from '../../contract/resources/model-connection.js';
import { familyHandlers } from '../records/family-handlers.js';

/** Service document, Resources, Model connection. */
export const handlers = familyHandlers(modelConnections);
