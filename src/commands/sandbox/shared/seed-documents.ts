import type { Client } from '../../../client/client.js';
import type { ImportData } from '../../../contract/resources/landscape-import.js';
import type { VersionExport } from '../../../contract/resources/model-export.js';
import { listTeams } from '../../../contract/resources/team.js';
import { listOrganizationTechnologies, listTechnologies } from '../../../contract/resources/technology.js';
import {
  importOfExport,
  type KnownIds,
  type LeftOut,
} from '../../../contract/rules/imports/export-import.js';
import { importSteps } from '../../../contract/rules/imports/import-steps.js';
import type { ReadDocument } from '../../shared/import/read-document.js';
import type { SeedSource } from './seed-source.js';

/** Documents to send for a source. */
export interface SeedDocuments {
  /** Sent first, in order: these create records that the whole document refers to. */
  before: ImportData[];
  whole: ReadDocument;
  leftOut: LeftOut[];
}

/** Documents for a source. From an export, references to records that the sandbox does not have are removed. */
export async function seedDocuments(
  source: SeedSource,
  client: Client,
  organizationId: string,
): Promise<SeedDocuments> {
  if (source.is === 'document') {
    const before = importSteps(source.read.document).slice(0, -1);
    return { before, whole: source.read, leftOut: [] };
  }
  const known = await knownIds(source.version, client, organizationId);
  const { documents, leftOut } = importOfExport(source.version, known);
  const document = documents.at(-1) ?? {};
  return {
    before: documents.slice(0, -1),
    // Entries of a converted export have no line in the file.
    whole: { name: source.name, document, lineOf: async () => undefined },
    leftOut,
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
