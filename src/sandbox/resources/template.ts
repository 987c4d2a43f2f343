import { getTemplateThumbnail, listTemplates } from '../../contract/resources/template.js';
import { type Call, on } from '../call.js';
import { diagramThumbnail, primaryDiagram } from '../exports/thumbnails.js';
import { liveVersionOf } from '../records/copy-landscape.js';
import { notFound } from '../refusal.js';

/** docs/service.md#thumbnails. */
function thumbnail(call: Call<typeof getTemplateThumbnail>) {
  const id = call.parameters.landscapeTemplateId ?? '';
  const template = call.services.store.records.get('landscapeTemplate', id);
  const live = template && liveVersionOf(call, template.landscapeId);
  const diagram = live && primaryDiagram(call, live.id);
  if (!diagram) throw notFound(`A thumbnail of the landscape template ${id}`);
  return { thumbnail: diagramThumbnail(call, diagram) };
}

/** docs/service.md#endpoints, endpoint 19. */
export const handlers = [
  on(listTemplates, (call) => ({
    landscapeTemplates: call.services.store.records.all('landscapeTemplate').map(({ doc }) => doc),
  })),
  on(getTemplateThumbnail, thumbnail),
];
