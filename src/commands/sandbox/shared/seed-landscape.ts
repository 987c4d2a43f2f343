import { ArchctlError, toArchctlError } from '../../../base/errors.js';
import { pluralize } from '../../../base/text/words.js';
import type { VersionPath } from '../../../cli/command/version-path.js';
import type { Client } from '../../../client/client.js';
import { importLandscape } from '../../../client/jobs/landscape-import.js';
import { domains } from '../../../contract/resources/domain.js';
import { createLandscape, deleteLandscape } from '../../../contract/resources/landscape.js';
import type { ImportData } from '../../../contract/resources/landscape-import.js';
import type { VersionExport } from '../../../contract/resources/model-export.js';
import { listTeams } from '../../../contract/resources/team.js';
import { listOrganizationTechnologies, listTechnologies } from '../../../contract/resources/technology.js';
import { importOfExport, type KnownIds, type Loss } from '../../../contract/rules/imports/export-import.js';
import { importSteps } from '../../../contract/rules/imports/import-steps.js';
import type { ReadDocument } from '../../shared/import/read-document.js';
import { type SendOptions, sendDocument } from '../../shared/import/send.js';
import type { SeedSource } from './seed-source.js';

export interface SeedRequest {
  client: Client;
  organizationId: string;
  name: string;
  source: SeedSource;
  /** Timeout of each import in milliseconds. */
  deadlineMs: number;
  signal: AbortSignal;
  /** Called before the first request with the documents. */
  onDocuments?(documents: SeedDocuments): void;
}

/** A created landscape and its size. */
export interface SeededLandscape {
  landscapeId: string;
  name: string;
  domains: number;
  objects: number;
  connections: number;
  tags: number;
  losses: Loss[];
}

/**
 * Creates a landscape from a source completely or not at all.
 *
 * @throws ArchctlError `refused` with a line for each rejected entry; other errors are rethrown. The landscape is
 * deleted first; if that fails, the hint contains its id.
 */
export async function seedLandscape(seeding: SeedRequest): Promise<SeededLandscape> {
  const { client, organizationId, name } = seeding;
  const { landscape } = await client.call(createLandscape, { path: { organizationId }, body: { name } });
  try {
    const { document, losses } = await fill({ landscapeId: landscape.id, versionId: 'latest' }, seeding);
    return { landscapeId: landscape.id, name: landscape.name, ...contentOf(document), losses };
  } catch (error) {
    throw await afterRemoval(client, landscape.id, error);
  }
}

async function fill(
  place: VersionPath,
  seeding: SeedRequest,
): Promise<{ document: ImportData; losses: Loss[] }> {
  const { client, deadlineMs, signal } = seeding;
  const first = await client.call(domains.list, { path: place });
  const documents = await seedDocuments(seeding.source, client, seeding.organizationId);
  seeding.onDocuments?.(documents);
  const { before, whole, losses } = documents;
  const sending: SendOptions = { client, path: place, prune: undefined, deadlineMs, signal };
  // Entries refused here are refused again in the whole document, which reports their location in the file.
  for (const document of before) await importLandscape(client, { ...place, document, deadlineMs, signal });
  const { problems, missing, entries } = await sendDocument(whole, sending);
  if (problems.length > 0) {
    throw new ArchctlError(
      'refused',
      `${whole.name} was imported only in part: ${missing} of ${pluralize(entries, 'entry')} did not arrive.`,
      { details: problems, hint: 'Correct the entries and try again.' },
    );
  }
  // Deletes the initial empty domain of the landscape.
  if (contentOf(whole.document).domains > 0) {
    for (const { id } of first.domains) {
      await client.call(domains.delete, { path: { ...place, domainId: id } });
    }
  }
  return { document: whole.document, losses };
}

function contentOf({ modelObjects = [], modelConnections = [], tags = [] }: ImportData) {
  const domainCount = modelObjects.filter(({ type }) => type === 'domain').length;
  return {
    domains: domainCount,
    objects: modelObjects.length - domainCount,
    connections: modelConnections.length,
    tags: tags.length,
  };
}

/** Deletes an incomplete landscape, and adds the result to the original error. After Ctrl-C no request can be sent. */
async function afterRemoval(client: Client, landscapeId: string, thrown: unknown): Promise<ArchctlError> {
  const isGone = await client.call(deleteLandscape, { path: { landscapeId } }).then(
    () => true,
    () => false,
  );
  const error = toArchctlError(thrown);
  const fate = isGone
    ? 'The new landscape was deleted.'
    : `The landscape ${landscapeId} is incomplete; delete it.`;
  const { hint } = error.facts;
  return new ArchctlError(error.kind, error.message, {
    ...error.facts,
    hint: hint === undefined ? fate : `${hint} ${fate}`,
  });
}

/** Documents to send for a source. */
interface SeedDocuments {
  /** Sent first, in order: these create records that the whole document refers to. */
  before: ImportData[];
  whole: ReadDocument;
  losses: Loss[];
}

/** Documents for a source. From an export, references to records that the sandbox does not have are removed. */
async function seedDocuments(
  source: SeedSource,
  client: Client,
  organizationId: string,
): Promise<SeedDocuments> {
  if (source.is === 'document') {
    const before = importSteps(source.read.document).slice(0, -1);
    return { before, whole: source.read, losses: [] };
  }
  const known = await knownIds(source.version, client, organizationId);
  const { documents, losses } = importOfExport(source.version, known);
  const document = documents.at(-1) ?? {};
  return {
    before: documents.slice(0, -1),
    // Entries of a converted export have no line in the file.
    whole: { name: source.name, document, lineOf: async () => undefined },
    losses,
  };
}

/** Technologies and teams of the sandbox; requested only if the export refers to any. */
async function knownIds(version: VersionExport, client: Client, organizationId: string): Promise<KnownIds> {
  const objects = Object.values(version.modelObjects);
  const named = [...objects, ...Object.values(version.modelConnections)];
  const technologies = new Set<string>();
  const teams = new Set<string>();
  const path = { organizationId };
  if (named.some((it) => it.technologyIds.length > 0) || objects.some(({ icon }) => icon !== null)) {
    for await (const { id } of client.pages(listTechnologies, {})) technologies.add(id);
    const own = await client.call(listOrganizationTechnologies, { path });
    for (const { id } of own.catalogTechnologies) technologies.add(id);
  }
  if (objects.some(({ teamIds }) => teamIds.length > 0)) {
    for (const { id } of (await client.call(listTeams, { path })).teams) teams.add(id);
  }
  return { technologies, teams };
}
