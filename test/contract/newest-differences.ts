import * as z from 'zod/mini';
import * as enums from '../../src/contract/enums.js';
import { FAMILIES } from '../../src/contract/families.js';
import * as actionLog from '../../src/contract/resources/action-log.js';
import * as apiKey from '../../src/contract/resources/api-key.js';
import * as reply from '../../src/contract/resources/comment-reply.js';
import * as diagram from '../../src/contract/resources/diagram.js';
import * as content from '../../src/contract/resources/diagram-content.js';
import * as diagramExport from '../../src/contract/resources/diagram-export.js';
import * as draftTask from '../../src/contract/resources/draft-task.js';
import * as flow from '../../src/contract/resources/flow.js';
import * as invite from '../../src/contract/resources/invite.js';
import * as landscape from '../../src/contract/resources/landscape.js';
import * as landscapeExport from '../../src/contract/resources/landscape-export.js';
import * as landscapeImport from '../../src/contract/resources/landscape-import.js';
import * as stats from '../../src/contract/resources/log-stats.js';
import * as modelExport from '../../src/contract/resources/model-export.js';
import * as modelObject from '../../src/contract/resources/model-object.js';
import * as organization from '../../src/contract/resources/organization.js';
import * as shareLink from '../../src/contract/resources/share-link.js';
import * as team from '../../src/contract/resources/team.js';
import * as technology from '../../src/contract/resources/technology.js';
import * as thumbnail from '../../src/contract/resources/thumbnail.js';
import * as user from '../../src/contract/resources/user.js';
import * as version from '../../src/contract/resources/version.js';
import { LINK_STATUSES } from '../../src/contract/schema.js';
import { webhookEvent } from '../support/webhook-schema.js';

type Shape = Record<string, z.ZodMiniType>;
/** Schema at a path of fields, through optional ones, lists and maps. */
function within(schema: unknown, ...path: string[]): unknown {
  if (!schema) throw new Error(`no schema at ${path.join('.')}`);
  const def = (
    schema as {
      def?: {
        innerType?: unknown;
        element?: unknown;
        valueType?: unknown;
        type: string;
        options?: unknown[];
      };
    }
  ).def;
  const shape = (schema as { shape?: Record<string, unknown> }).shape;
  if (shape) {
    const [field, ...rest] = path;
    return field === undefined ? schema : within(shape[field], ...rest);
  }
  if (def?.type === 'union')
    return within(
      def.options?.find((it) => (it as { shape?: object }).shape),
      ...path,
    );
  const inner = def?.innerType ?? def?.element ?? def?.valueType;
  return inner === undefined ? schema : within(inner, ...path);
}
const body = (operation: { body?: unknown }) => operation.body;
const query = (operation: { query?: unknown }, ...path: string[]) => within(operation.query, ...path);
const response = (operation: { response: unknown; envelope: string | null }) =>
  within(operation.response, ...(operation.envelope ? [operation.envelope] : []));
const without = (schema: { shape: Shape }, fields: readonly string[]) =>
  z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !fields.includes(name))));

const CONTENT = ['objects', 'connections', 'comments'];

/** Schemas by type, except those of families and those inside other types. */
export const SCHEMAS: Readonly<Record<string, unknown>> = {
  ActionLog: actionLog.actionLog,
  ActionLogFilter: query(actionLog.listActionLogs, 'filter'),
  ActionLogStatsFilter: query(stats.landscapeStatsByType, 'filter'),
  ActionLogStatsListByEntity: stats.statsByEntity,
  ActionLogStatsListByType: stats.statsByType,
  ApiKeyPartial: body(apiKey.updateApiKey),
  ApiKeyRequired: body(apiKey.createApiKey),
  CatalogTechnology: technology.technology,
  CatalogTechnologyFilter: query(technology.listOrganizationTechnologies, 'filter'),
  CatalogTechnologyPartial: body(technology.updateTechnology),
  CatalogTechnologyRequired: body(technology.createTechnology),
  CommentReply: reply.commentReply,
  CommentReplyPartial: reply.commentReplyPatch,
  CommentReplyRequired: reply.commentReplyInput,
  CommentReplyUpsert: body(reply.upsertCommentReply),
  DiagramCommentPartial: within(diagram.diagramPatch, 'comments', '$update'),
  DiagramConnectionPartial: within(diagram.diagramPatch, 'connections', '$update'),
  DiagramObjectPartial: within(diagram.diagramPatch, 'objects', '$update'),
  FlowStepPartial: within(flow.flowPatch, 'steps', '$update'),
  RealityLinkPartial: within(modelObject.modelObjectPatch, 'links', '$update'),
  DraftTaskRequired: body(draftTask.createDraftTask),
  DiagramContent: content.diagramContent,
  DiagramContentPartial: body(content.updateDiagramContent),
  DiagramContentRequired: body(content.replaceDiagramContent),
  DiagramCreate: diagram.diagramInput,
  DiagramExportImage: diagramExport.diagramExportImage,
  DiagramPartial: without(diagram.diagramPatch, CONTENT),
  DiagramRequired: without(diagram.diagramInput, CONTENT),
  DiagramThumbnail: response(thumbnail.getDiagramThumbnail),
  DiagramUpsert: diagram.diagramPatch,
  DraftTaskDiagramCreateProps: diagram.diagramInput,
  DraftTaskDiagramUpdateProps: diagram.diagramPatch,
  FlowThumbnail: flow.flowThumbnail,
  Landscape: landscape.landscape,
  LandscapePartial: body(landscape.updateLandscape),
  LandscapeRequired: body(landscape.createLandscape),
  LandscapeExport: landscapeExport.landscapeExport,
  LandscapeImport: landscapeImport.landscapeImport,
  LandscapeImportData: landscapeImport.importData,
  ModelDependenciesFilter: query(modelExport.listDependencies, 'filter'),
  ModelObjectDependenciesExport: modelExport.dependenciesExport,
  ModelObjectExpanded: FAMILIES.find(({ shape }) => shape.singular === 'modelObject')?.shape.resource,
  ModelConnectionExpanded: FAMILIES.find(({ shape }) => shape.singular === 'modelConnection')?.shape.resource,
  OnModelConnectionPayload: webhookEvent,
  OnModelObjectPayload: webhookEvent,
  Organization: organization.organization,
  OrganizationPartial: body(organization.updateOrganization),
  OrganizationRequired: body(organization.createOrganization),
  OrganizationLog: actionLog.organizationLog,
  OrganizationLogFilter: query(actionLog.listOrganizationLogs, 'filter'),
  OrganizationLogStatsFilter: query(stats.organizationStatsByType, 'filter'),
  OrganizationLogStatsListByType: stats.statsByType,
  OrganizationUserInfo: response(user.listOrganizationUsers),
  OrganizationUserInvite: invite.organizationUserInvite,
  OrganizationUserInviteRequired: body(invite.createInvite),
  SearchFilter: query(landscape.searchLandscape, 'filter'),
  SearchResult: landscape.searchResult,
  ShareLink: shareLink.shareLink,
  ShareLinkPartial: body(shareLink.updateShareLink),
  ShareLinkRequired: body(shareLink.createShareLink),
  ShareLinkStats: within(shareLink.getShareLink.response, 'stats'),
  Team: team.team,
  TeamPartial: body(team.updateTeam),
  TeamRequired: body(team.createTeam),
  TechnologyExport: modelExport.technologyExport,
  Version: version.version,
  VersionFilter: query(version.listVersions, 'filter'),
  VersionRequired: body(version.createVersion),
  VersionRevert: version.versionRevert,
  VersionRevertPartial: body(version.updateVersionRevert),
  VersionRevertRequired: body(version.revertVersion),
  VersionUpdate: body(version.updateVersion),
};
/** Enumerations by type. */
export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  ActionLogStatsPeriod: enums.PERIODS,
  ActionType: enums.ACTION_TYPES,
  AdrRelatedItemType: enums.ADR_RELATED_TYPES,
  AdrStatus: enums.ADR_STATUSES,
  AiDescriptionType: enums.DESCRIPTION_TYPES,
  AuthType: enums.ACTOR_KINDS,
  CatalogProviderNullable: enums.PROVIDERS,
  CatalogRestriction: enums.RESTRICTIONS,
  CatalogRestrictionNullable: enums.RESTRICTIONS,
  CatalogTechnologyReviewRejectionReason: enums.REJECTION_REASONS,
  CatalogTechnologyStatus: enums.TECHNOLOGY_STATUSES,
  CatalogTechnologyStatusNullable: enums.TECHNOLOGY_STATUSES,
  CatalogTechnologyTypeNullable: enums.TECHNOLOGY_TYPES,
  CommentBodyType: enums.COMMENT_TYPES,
  ConnectionsUpsertRequestOriginConnector: enums.CONNECTORS,
  ConnectionsUpsertRequestTargetConnector: enums.CONNECTORS,
  DiagramObjectConnector: enums.CONNECTORS,
  DiagramObjectShape: enums.DIAGRAM_OBJECT_SHAPES,
  DiagramObjectType: enums.DIAGRAM_OBJECT_TYPES,
  DiagramStatus: ['current'],
  DiagramType: enums.DIAGRAM_TYPES,
  DraftStatus: enums.DRAFT_STATUSES,
  FlowStepType: enums.FLOW_STEP_TYPES,
  ImportEntityType: enums.IMPORT_ENTITY_TYPES,
  ImportModelObjectType: enums.IMPORT_OBJECT_TYPES,
  LandscapeActionType: enums.LANDSCAPE_ACTION_TYPES,
  LandscapeExportOrientation: enums.ORIENTATIONS,
  LandscapeExportType: enums.LANDSCAPE_EXPORT_TYPES,
  LandscapeImportStatus: enums.IMPORT_STATUSES,
  LineShape: enums.LINE_SHAPES,
  ModelConnectionDirection: enums.CONNECTION_DIRECTIONS,
  ModelConnectionExpandKey: enums.MODEL_CONNECTION_EXPANSIONS,
  ModelConnectionStatus: enums.MODEL_STATUSES,
  ModelObjectExpandKey: enums.MODEL_OBJECT_EXPANSIONS,
  ModelObjectStatus: enums.MODEL_STATUSES,
  ModelObjectType: enums.MODEL_OBJECT_TYPES,
  OrganizationAiModel: organization.AI_MODELS,
  OrganizationBillingCurrency: organization.BILLING_CURRENCIES,
  OrganizationBillingCycle: organization.BILLING_CYCLES,
  OrganizationCollectionMethod: organization.COLLECTION_METHODS,
  OrganizationLanguage: organization.ORGANIZATION_LANGUAGES,
  OrganizationPlan: organization.ORGANIZATION_PLANS,
  OrganizationStatus: organization.ORGANIZATION_STATUSES,
  PermissionType: enums.PERMISSIONS,
  RealityLinkStatus: LINK_STATUSES,
  SearchIndexType: enums.SEARCH_TYPES,
  TagColor: enums.COLORS,
  TagGroupIcon: enums.TAG_GROUP_ICONS,
  Theme: enums.THEMES,
  VersionIdPathParam: ['latest'],
};

/** Types that are compared elsewhere or not at all, by reason. */
export const ELSEWHERE: Readonly<Record<string, RegExp>> = {
  'test/sandbox/action-logs.test.ts compares actions with the entries that the sandbox writes.':
    /^Action(?!Log|Type)/,
  'Alternatives within a filter; test/contract/filters.test.ts covers filters.': /LogFilterActionType$/,
  'The contract has one body with a type, and the states of each type.': /^CommentBody(?!Type)/,
  'Counts are read as a map from types to numbers.': /^DiagramObjectCount$/,
  'The draft tasks of each family have its bodies; their names are compared below.': /^DraftTask(?!Required)/,
  'test/contract/errors.test.ts covers errors.': /^Error$/,
  'Steps of a flow that an object expands; the sandbox expands only name and diagram.': /^FlowStepExport$/,
  'The sandbox answers with the exports of dependencies, whose shape no public source states.':
    /^ObjectsDependenciesListResponseValue$/,
  'archctl does not read repositories; connectors are kept as they are.': /^RealityConnector/,
};

/** Differences by reason; `optional` and `required` describe the contract. */
export const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'The service records status changes; a request that sets them could forge the history.': [
    'AdrPartial.statusChanges: missing',
    'AdrRequired.statusChanges: missing',
  ],
  'Another public page lists the handle of a new ADR as optional.': ['AdrRequired.handleId: optional'],
  "Fields of the service's own document, which takes precedence.": [
    'ActionLog.importance: added',
    'Draft.diagramIds: added',
    'VersionRevert.diagramHandleIds: added',
  ],
  'Fields of other public sources, which the service may still accept and return.': [
    'LandscapeRequired.templateId: added',
    'OrganizationUserInvite.updatedAt: added',
    'OrganizationUserInvite.updatedBy: added',
    'OrganizationUserInvite.updatedById: added',
    'Version.diagramHandleIds: added',
    'VersionRevertRequired.diagramHandleIds: added',
  ],
  'Expansions and their base are one type here, because all expansions are optional.': [
    'ModelConnection.tags: added',
    'ModelConnection.technologies: added',
    'ModelObject.domain: added',
    'ModelObject.flowsExpanded: added',
    'ModelObject.tags: added',
    'ModelObject.technologies: added',
  ],
  'Members have their permission beside their facts.': [
    'OrganizationUserInfo.landscapePermissions: added',
    'OrganizationUserInfo.permission: added',
  ],
  'A flow is expanded to its name and diagram; further fields are kept.': [
    'FlowExport.showConnectionNames: missing',
    'FlowExport.steps: missing',
  ],
  'Links can be sent as they were read; an import may also name a link by `name`.': [
    'ImportLink.name: added',
    'RealityLinkPartial.id: added',
    'RealityLinkPartial.name: added',
    'RealityLinkRequired.id: added',
    'RealityLinkRequired.name: added',
  ],
  'The request has it, and the sandbox repeats the options of the request.': [
    'LandscapeExportOptions.schema: added',
  ],
  'Older services do not return it.': ['LandscapeImport.deleteAt: optional'],
  'A password is write-only, so that no answer contains it.': ['ShareLink.password: missing'],
  'A receiver requires no field of a state; unknown collections have other fields.': [
    'WebhookState.id: missing',
    'WebhookState.landscapeId: missing',
    'WebhookState.versionId: missing',
  ],
};
