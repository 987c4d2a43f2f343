import { getDiagramContent } from '../../contract/resources/diagram.js';
import { notFound } from '../http/http-error.js';
import type { Handlers } from '../types.js';
import { viewContent } from './diagrams.js';

/** Known answers, DiagramContent. */
export const diagramContentHandlers: Handlers = {
  [getDiagramContent.id]: (call) => {
    const { records } = call.services.store;
    const id = call.parameters.diagramId ?? '';
    const diagram = records.get('diagram', id);
    if (diagram?.versionId !== call.version?.id) throw notFound(`The diagram ${id}`);
    if (call.query.updateViewedAt === true && diagram) viewContent(call, diagram);
    return { diagramContent: records.get('diagramContent', id) };
  },
};
