import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { getDiagramContent } from '../../../contract/resources/diagram-content.js';
import { type Flow, flows } from '../../../contract/resources/flow.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import { ignoreDeleted, namesOf } from '../../shared/names-of.js';

/** Participants of a flow. */
export interface Participants {
  /** Name of the end of a step, or of a flow that a step links to; the id if it was deleted. */
  nameOf(id: string): string;
  /** Model object of an end of a step; the end itself if it is not a drawn object. */
  modelOf(id: string): string;
  /** The records with these names, for documents. */
  records: {
    objects: readonly Named[];
    flows: readonly Named[];
    contents: readonly { id: string; objects: unknown }[];
  };
}

interface Named {
  id: string;
  name: string;
}

/**
 * Names for the steps of a flow. A step refers to objects of its diagram or to model objects
 * (docs/service.md#flow-step).
 */
export async function participantsOf(client: Client, path: VersionPath, flow: Flow): Promise<Participants> {
  const steps = Object.values(flow.steps ?? {});
  const ends = steps.flatMap(({ originId, viaId, targetId }) =>
    [originId, viaId, targetId].filter((id) => id !== null),
  );
  const content =
    ends.length === 0
      ? undefined
      : await client
          .call(getDiagramContent, { path: { ...path, diagramId: flow.diagramId } })
          .catch(ignoreDeleted);
  const modelOf = (id: string): string => content?.diagramContent.objects[id]?.modelId ?? id;
  const subflows = new Set(steps.flatMap(({ flowId }) => flowId ?? []));
  const [objectNames, flowNames] = await Promise.all([
    namesOf(client, path, modelObjects, new Set(ends.map(modelOf))),
    namesOf(client, path, flows, subflows),
  ]);
  const nameOf = (id: string): string => flowNames.get(id) ?? objectNames.get(modelOf(id)) ?? id;
  const named = (names: ReadonlyMap<string, string>): Named[] =>
    [...names].map(([id, name]) => ({ id, name }));
  const objects = content?.diagramContent.objects ?? {};
  const records = {
    objects: named(objectNames),
    flows: named(flowNames),
    contents: [{ id: flow.diagramId, objects }],
  };
  return { nameOf, modelOf, records };
}
