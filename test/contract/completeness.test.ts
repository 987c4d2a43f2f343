import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { OPERATIONS } from '../../src/contract/index.js';
import { LEFT_OUT } from '../../src/contract/left-out.js';
import type { Operation } from '../../src/contract/operation.js';
import { HANDLERS } from '../../src/sandbox/resources/index.js';
import { BASE_URL, openService } from '../support/sandbox.js';
import { keyOf, PUBLIC_OPERATIONS } from './public-operations.js';

/** Not there yet: names of operations without a declaration, and ids of operations without a command. */
const GAPS = {
  declaration: wordsOf(`
    healthCheck landscapeTemplateThumbnailsPrimaryGet landscapes.delete landscapes.update landscapes.copy
    landscapeThumbnailsPrimaryGet landscapeThumbnailsSignedUrlCreate versionRevertsList versionRevertUpdate
    versions.reverts.list versions.reverts.update versions.create versions.delete versions.update
    comments.replies.list comments.replies.create comments.replies.delete comments.replies.get
    comments.replies.update comments.replies.upsert diagrams.listThumbnails diagramAction
    diagrams.content.update diagrams.content.replace diagramContentGenerateDescription diagramExportPng
    diagrams.getThumbnail diagramView draftRebase draftView landscapes.export.create versionExportJson
    landscapes.export.get flows.listThumbnails flows.export.code flows.export.mermaid flows.export.text
    flowView landscapeImport landscapeImportFind model.connections.export.csv
    model.connections.generateDescription modelObjectDependenciesList model.objects.export.csv
    model.objects.export.dependenciesJson modelObjectDiagramsEntry modelObjectLinksSync landscapes.search
    shareLink.delete shareLink.get shareLink.update shareLink.create shareLinkOptionsUpsert
    shareLinkOptionsFind organizations.create organizations.delete organizations.update apiKeyDelete
    organizationIconsSignedUrlCreate organizationIconUploadSignedUrlCreate organizations.landscapes.create
    organizationLandscapeDelete organizationLandscapeFind organizationLandscapeUpdate
    organizationLandscapeCopy organizationLandscapeThumbnailsPrimaryGet organizationLandscapeExportPdf
    teams.list teams.create teams.delete teams.get teams.update teams.listLandscapes teams.listModelObjects
    organizations.users.invites.list organizations.users.invites.create organizations.users.invites.revoke
    organizations.users.delete shareLinkPublicFind shareLinkPublicLandscapeFind shareLinkPublicDiagramView
    shareLinkPublicFlowView shareLinkPublicOptionsFind userFind userExists userUpdate userNotificationsGet
    userNotificationsUpdate userNotificationsUpdateCreate
  `),
  command: wordsOf(`
    organizations.apiKeys.list diagrams.content.get diagrams.export.get drafts.tasks.get landscapes.get
    organizations.get organizations.users.list versions.get versions.reverts.get comments.list comments.get
    comments.create comments.upsert comments.update comments.delete comments.exists diagrams.create
    diagrams.upsert diagrams.update diagrams.delete diagrams.exists diagrams.groups.list diagrams.groups.get
    diagrams.groups.create diagrams.groups.upsert diagrams.groups.update diagrams.groups.delete
    diagrams.groups.exists domains.list domains.get domains.create domains.upsert domains.update
    domains.delete domains.exists drafts.get drafts.create drafts.upsert drafts.update drafts.delete
    drafts.exists flows.get flows.upsert flows.update flows.delete flows.exists model.connections.upsert
    model.connections.exists model.objects.upsert model.objects.exists tags.groups.list tags.groups.get
    tags.groups.upsert tags.groups.update tags.groups.delete tags.groups.exists tags.list tags.get tags.create
    tags.upsert tags.update tags.delete tags.exists
  `),
};

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Those that no gap explains. */
const unexplained = (names: readonly string[], gaps: readonly string[]): string[] =>
  names.filter((name) => !gaps.includes(name));

const declared = new Map(
  OPERATIONS.flatMap((operation) =>
    [operation.path, ...(operation.otherPaths ?? [])].map(
      (path) => [keyOf({ method: operation.method, path }), operation] as const,
    ),
  ),
);
const leftOut = LEFT_OUT.flatMap(({ operations }) =>
  operations.map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return keyOf({ method, path });
  }),
);
const told = PUBLIC_OPERATIONS.filter((it) => !leftOut.includes(keyOf(it)));

describe('what the service has', () => {
  it('is 253 operations, each told once', () => {
    expect(PUBLIC_OPERATIONS).toHaveLength(253);
    expect(new Set(PUBLIC_OPERATIONS.map(keyOf)).size).toBe(253);
    expect(new Set(PUBLIC_OPERATIONS.map(({ name }) => name)).size).toBe(253);
  });

  it('is declared, or left out on purpose', () => {
    const missing = told.filter((it) => !declared.has(keyOf(it))).map(({ name }) => name);
    expect(unexplained(missing, GAPS.declaration)).toEqual([]);
  });
});

describe('what is left out', () => {
  it('stands on the list once, and the service has it', () => {
    const known = new Set(PUBLIC_OPERATIONS.map(keyOf));
    expect(leftOut.filter((key) => !known.has(key))).toEqual([]);
    expect(new Set(leftOut).size).toBe(leftOut.length);
  });

  it('is told by the sandbox, with the reason', async () => {
    const service = await openService({ seed: 'empty' });
    const answer = await service.sandbox.fetch(new Request(new URL('/', BASE_URL)));
    const { leftOut: told } = (await answer.json()) as {
      leftOut: { reason: string; operations: string[] }[];
    };
    await service.close();
    const operations = told.flatMap((it) => it.operations);
    expect(operations).toEqual(
      LEFT_OUT.flatMap((it) => it.operations.map((line) => line.replace(' ', ' /v1'))),
    );
    for (const { reason } of told) expect(reason).toMatch(/^[A-Z].+\.$/);
  });

  it('is not declared', () => {
    expect(leftOut.filter((key) => declared.has(key))).toEqual([]);
  });
});

describe('every operation that is declared', () => {
  it('is answered by the sandbox', () => {
    expect(OPERATIONS.filter(({ id }) => !HANDLERS.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('is performed by a command', async () => {
    const specs = await Promise.all(REGISTRY.commands.map(async ({ load }) => (await load()).default));
    const performed = new Set<Operation>(
      specs.flatMap(({ operation, alsoPerforms = [] }) => [
        ...(operation ? [operation] : []),
        ...alsoPerforms,
      ]),
    );
    const missing = OPERATIONS.filter((operation) => !performed.has(operation)).map(({ id }) => id);
    expect(unexplained(missing, GAPS.command)).toEqual([]);
  });
});
