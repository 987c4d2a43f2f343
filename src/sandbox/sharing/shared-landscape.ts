import { type Doc, textsOf } from '../../contract/doc.js';
import type { Kind, RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { signTree } from '../exports/icons.js';
import { flowThumbnailOf } from '../resources/flow.js';
import { organizationOf } from './admit.js';
import type { StoredLink } from './links.js';

/** Everything that a share link shows: its version as it is, and the technologies it uses. */
export function sharedLandscape(call: Call, { landscapeId, versionId }: StoredLink) {
  const { records } = call.services.store;
  const of = <K extends Kind>(kind: K): RecordOf<K>[] =>
    records.ofVersion(kind, versionId).map(({ doc }) => doc);
  const [modelObjects, modelConnections, flows] = [of('modelObject'), of('modelConnection'), of('flow')];
  const technologies = used(call, [...modelObjects, ...modelConnections]);
  const organization = organizationOf(call, { landscapeId } as StoredLink);
  return {
    landscape: records.get('landscape', landscapeId),
    version: records.get('version', versionId),
    domains: of('domain'),
    modelObjects,
    modelConnections,
    diagramGroups: of('diagramGroup'),
    diagrams: of('diagram'),
    diagramContents: of('diagramContent'),
    diagramThumbnails: {},
    flows,
    flowThumbnails: Object.fromEntries(flows.map((it) => [it.id, flowThumbnailOf(call, it)])),
    tagGroups: of('tagGroup'),
    tags: of('tag'),
    comments: of('comment'),
    organizationTechnologies: technologies.filter((it) => (it.organizationId ?? null) !== null),
    publicTechnologies: technologies.filter((it) => (it.organizationId ?? null) === null),
    organizationIconsSignedUrl: signTree(call, organization.id),
  };
}

function used({ services }: Call, docs: readonly Doc[]): RecordOf<'catalogTechnology'>[] {
  const ids = new Set(docs.flatMap(({ technologyIds }) => textsOf(technologyIds)));
  return [...ids].flatMap((id) => services.store.records.get('catalogTechnology', id) ?? []);
}
