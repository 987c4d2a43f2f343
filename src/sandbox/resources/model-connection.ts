import { modelConnections } from '../../contract/resources/model-connection.js';
import { familyHandlers } from '../records/family-handlers.js';

/** docs/service.md#model-connection. */
export const handlers = familyHandlers(modelConnections);
