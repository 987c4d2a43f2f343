/**
 * The library: a typed client of the service, without the command line.
 *
 * @example
 * ```ts
 * import { createClient, landscapes } from 'archctl';
 *
 * const client = createClient({
 *   apiKey: process.env.ARCHCTL_API_KEY!, // ID:SECRET
 *   baseUrl: 'https://api.example.com/v1',
 * });
 * const page = await client.call(landscapes.list, { path: { organizationId: 'ORGANIZATION_ID' } });
 * await client.close();
 * ```
 * @module
 */

export {
  ArchctlError,
  type ErrorFacts,
  type ErrorKind,
  type ErrorReason,
  EXIT_CODES,
  isArchctlError,
} from './base/errors.js';
export type {
  CallArguments,
  CallInput,
  CallOptions,
  Client,
  ClientHooks,
  ClientOptions,
  DownloadOptions,
  ItemOf,
  PagesOptions,
  PreparedRequest,
  RawInput,
  RawResponse,
  ResponseFacts,
  UploadOptions,
} from './client/client-types.js';
export { type ExportedDiagram, type ExportInput, exportDiagram } from './client/jobs/export.js';
export {
  type FollowLogsOptions,
  followLogs,
  type LogFilter,
  type LogPlace,
} from './client/jobs/follow-logs.js';
export { exportLandscape, type LandscapeExportInput } from './client/jobs/landscape-export.js';
export { importLandscape, type LandscapeImportInput } from './client/jobs/landscape-import.js';
export type { LogCursor } from './client/jobs/log-cursor.js';
export { type ReadClient, readOnly } from './client/read-only.js';
export type { RequestEvent, ResponseEvent } from './client/send/events.js';
export type { Send, Transport, WireRequest, WireResponse } from './client/send/wire.js';
export {
  fetchTransport,
  type NodeTransportOptions,
  nodeTransport,
} from './client/transport/transport.js';
export { withOptions } from './client/with-options.js';
export { OPERATIONS } from './contract/index.js';
export * from './contract/limits.js';
export type {
  BodyOf,
  ListOperation,
  Operation,
  PathOf,
  QueryOf,
  ReadOperation,
  ResponseOf,
} from './contract/operation.js';
export type { ActionLog, OrganizationLog } from './contract/resources/action-log.js';
export type { Adr, AdrRelatedItem, AdrStatusChange } from './contract/resources/adr.js';
export type { ApiKey } from './contract/resources/api-key.js';
export type { NewsArticle } from './contract/resources/catalog.js';
export type { Comment, CommentType } from './contract/resources/comment.js';
export type { CommentReply } from './contract/resources/comment-reply.js';
export type { Diagram } from './contract/resources/diagram.js';
export type { DiagramContent } from './contract/resources/diagram-content.js';
export type { DiagramExportImage, ExportOptions } from './contract/resources/diagram-export.js';
export type { DiagramGroup } from './contract/resources/diagram-group.js';
export type { Domain } from './contract/resources/domain.js';
export type { Draft } from './contract/resources/draft.js';
export type { DraftTask, DraftTaskInput } from './contract/resources/draft-task.js';
export type { Flow, FlowStep, FlowThumbnail } from './contract/resources/flow.js';
export type { OrganizationUserInvite } from './contract/resources/invite.js';
export type { Landscape, SearchResult } from './contract/resources/landscape.js';
export type {
  LandscapeExport,
  LandscapeExportFilter,
  LandscapeExportOptions,
} from './contract/resources/landscape-export.js';
export type {
  ImportData,
  ImportError,
  LandscapeImport,
  ModelConnectionImport,
  ModelObjectImport,
  TagGroupImport,
  TagImport,
} from './contract/resources/landscape-import.js';
export type { StatsByEntity, StatsByType } from './contract/resources/log-stats.js';
export type { ModelConnection } from './contract/resources/model-connection.js';
export type {
  DependenciesExport,
  ModelConnectionExport,
  ModelObjectExport,
  VersionExport,
} from './contract/resources/model-export.js';
export type { ModelObject } from './contract/resources/model-object.js';
export type { Organization } from './contract/resources/organization.js';
export type { ShareLink } from './contract/resources/share-link.js';
export type { Tag, TagGroup } from './contract/resources/tag.js';
export type { Team } from './contract/resources/team.js';
export type { Technology } from './contract/resources/technology.js';
export type { LandscapeTemplate } from './contract/resources/template.js';
export type { OrganizationUser, User } from './contract/resources/user.js';
export type { Version, VersionRevert } from './contract/resources/version.js';
export * from './library/operations/index.generated.js';
export {
  type ClientSettings,
  type CreateClientOptions,
  clientFromEnv,
  clientFromProfile,
  createClient,
} from './library/set-up.js';
