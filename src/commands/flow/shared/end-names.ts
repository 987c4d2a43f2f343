import type { Client } from '../../../client/client.js';
import { getDiagramContent } from '../../../contract/resources/diagram-content.js';
import { type Flow, flows } from '../../../contract/resources/flow.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import type { VersionPath } from '../../shared/contents.js';
import { namesOf, unlessGone } from '../../shared/names-of.js';

/** Who takes part in a flow. */
export interface Cast {
  /** What an end of a step is called, or a flow that a step leads into; what is gone is called by its id. */
  nameOf(id: string): string;
  /** The model object that an end of a step stands for; the end itself where it is none that is drawn. */
  modelOf(id: string): string;
}

/**
 * Names for the steps of a flow. A step names objects of the diagram it runs on or model objects
 * (docs/service.md#flow-step).
 */
export async function castOf(client: Client, path: VersionPath, flow: Flow): Promise<Cast> {
  const steps = Object.values(flow.steps ?? {});
  const ends = steps.flatMap(({ originId, viaId, targetId }) =>
    [originId, viaId, targetId].filter((id) => id !== null),
  );
  const content =
    ends.length === 0
      ? undefined
      : await client
          .call(getDiagramContent, { path: { ...path, diagramId: flow.diagramId } })
          .catch(unlessGone);
  const modelOf = (id: string): string => content?.diagramContent.objects[id]?.modelId ?? id;
  const subflows = new Set(steps.flatMap(({ flowId }) => flowId ?? []));
  const [objectNames, flowNames] = await Promise.all([
    namesOf(client, path, modelObjects, new Set(ends.map(modelOf))),
    namesOf(client, path, flows, subflows),
  ]);
  const nameOf = (id: string): string => flowNames.get(id) ?? objectNames.get(modelOf(id)) ?? id;
  return { nameOf, modelOf };
}
