import { ArchctlError } from '../../../base/errors.js';
import type { Client } from '../../../client/client.js';
import { getDiagramContent } from '../../../contract/resources/diagram-content.js';
import type { Flow } from '../../../contract/resources/flow.js';
import { modelObjects } from '../../../contract/resources/model-object.js';

interface Place {
  landscapeId: string;
  versionId: string;
}

/** So many objects are asked for their names; a longer cast is shown by ids. */
const MOST = 40;

const unlessGone = (error: unknown): undefined => {
  if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
  throw error;
};

/**
 * What the ends of a flow's steps are called. A step names objects of the diagram it runs on or model objects
 * (docs/service.md#flow-step); what is gone is called by its id.
 */
export async function namesOfEnds(client: Client, path: Place, flow: Flow): Promise<(id: string) => string> {
  const ends = Object.values(flow.steps ?? {}).flatMap(({ originId, viaId, targetId }) =>
    [originId, viaId, targetId].filter((id) => id !== null),
  );
  if (ends.length === 0) return (id) => id;
  const content = await client
    .call(getDiagramContent, { path: { ...path, diagramId: flow.diagramId } })
    .catch(unlessGone);
  const modelOf = (id: string): string => content?.diagramContent.objects[id]?.modelId ?? id;
  const cast = [...new Set(ends.map(modelOf))].slice(0, MOST);
  const names = new Map(
    await Promise.all(
      cast.map(async (modelObjectId): Promise<[string, string | undefined]> => {
        const found = await client
          .call(modelObjects.get, { path: { ...path, modelObjectId } })
          .catch(unlessGone);
        return [modelObjectId, found?.modelObject.name];
      }),
    ),
  );
  return (id) => names.get(modelOf(id)) ?? id;
}
