import { ArchctlError } from '../../../base/errors.js';
import type { Client } from '../../../client/client.js';
import { MAX_LIST_BYTES } from '../../../client/send/limits.js';
import { getDiagramContent } from '../../../contract/resources/diagram-content.js';
import { type Flow, flows } from '../../../contract/resources/flow.js';
import { modelObjects } from '../../../contract/resources/model-object.js';
import type { VersionPath } from '../../shared/contents.js';

/** Records that are read one by one; of more, the whole list is read, which comes in large pages. */
const FEW = 8;

const unlessGone = (error: unknown): undefined => {
  if (error instanceof ArchctlError && error.kind === 'not-found') return undefined;
  throw error;
};

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
    namesOfObjects(client, path, new Set(ends.map(modelOf))),
    namesOfFlows(client, path, subflows),
  ]);
  const nameOf = (id: string): string => flowNames.get(id) ?? objectNames.get(modelOf(id)) ?? id;
  return { nameOf, modelOf };
}

type Names = Map<string, string>;

async function namesOfObjects(
  client: Client,
  path: VersionPath,
  wanted: ReadonlySet<string>,
): Promise<Names> {
  if (wanted.size > FEW)
    return listed(client.pages(modelObjects.list, { path }, { maxBytes: MAX_LIST_BYTES }));
  const found = await Promise.all(
    [...wanted].map((modelObjectId) =>
      client.call(modelObjects.get, { path: { ...path, modelObjectId } }).catch(unlessGone),
    ),
  );
  return new Map(found.flatMap((it) => (it ? [[it.modelObject.id, it.modelObject.name]] : [])));
}

async function namesOfFlows(client: Client, path: VersionPath, wanted: ReadonlySet<string>): Promise<Names> {
  if (wanted.size > FEW) return listed(client.pages(flows.list, { path }, { maxBytes: MAX_LIST_BYTES }));
  const found = await Promise.all(
    [...wanted].map((flowId) => client.call(flows.get, { path: { ...path, flowId } }).catch(unlessGone)),
  );
  return new Map(found.flatMap((it) => (it ? [[it.flow.id, it.flow.name]] : [])));
}

async function listed(items: AsyncIterable<{ id: string; name: string }>): Promise<Names> {
  const names: Names = new Map();
  for await (const { id, name } of items) names.set(id, name);
  return names;
}
