import { type Doc, textsOf } from '../../contract/doc.js';
import type { Kind, RecordOf } from '../../contract/records.js';
import type { Call } from '../call.js';
import { signedIconsUrl } from '../exports/icons.js';
import { diagramThumbnail, flowThumbnail } from '../exports/thumbnails.js';
import { organizationOf } from './admit.js';
import type { StoredLink } from './links.js';

/** Contents of a shared landscape: its current version and the technologies it uses. */
export function sharedLandscape(call: Call, { landscapeId, versionId }: StoredLink) {
  const { records } = call.services.store;
  const of = <K extends Kind>(kind: K): RecordOf<K>[] =>
    records.ofVersion(kind, versionId).map(({ doc }) => doc);
  const [modelObjects, modelConnections] = [of('modelObject'), of('modelConnection')];
  const [diagrams, flows] = [of('diagram'), of('flow')];
  const technologies = used(call, [...modelObjects, ...modelConnections]);
  const organization = organizationOf(call, { landscapeId } as StoredLink);
  return {
    landscape: records.get('landscape', landscapeId),
    version: records.get('version', versionId),
    domains: of('domain'),
    modelObjects,
    modelConnections,
    diagramGroups: of('diagramGroup'),
    diagrams,
    diagramContents: of('diagramContent'),
    diagramThumbnails: byId(diagrams, (it) => diagramThumbnail(call, it)),
    flows,
    flowThumbnails: byId(flows, (it) => flowThumbnail(call, it)),
    tagGroups: of('tagGroup'),
    tags: of('tag'),
    comments: of('comment'),
    organizationTechnologies: technologies.filter((it) => (it.organizationId ?? null) !== null),
    publicTechnologies: technologies.filter((it) => (it.organizationId ?? null) === null),
    organizationIconsSignedUrl: signedIconsUrl(call, organization.id),
  };
}

function used({ services }: Call, docs: readonly Doc[]): RecordOf<'catalogTechnology'>[] {
  const ids = new Set(docs.flatMap(({ technologyIds }) => textsOf(technologyIds)));
  return [...ids].flatMap((id) => services.store.records.get('catalogTechnology', id) ?? []);
}

const byId = <D extends Doc, T>(docs: readonly D[], make: (doc: D) => T): Record<string, T> =>
  Object.fromEntries(docs.map((doc) => [doc.id, make(doc)]));
