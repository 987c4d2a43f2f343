import { listTemplates } from '../../contract/resources/template.js';
import { on } from '../call.js';

/** docs/service.md#endpoints, endpoint 19. */
export const handlers = [
  on(listTemplates, (call) => ({
    landscapeTemplates: call.services.store.records.all('landscapeTemplate').map(({ doc }) => doc),
  })),
];
