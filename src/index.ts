/**
 * The library: a typed client of the service, without the command line.
 *
 * @example
 * ```ts
 * import { createClient, listLandscapes, nodeTransport } from 'archctl';
 *
 * const client = createClient({
 *   baseUrl: 'https://api.example.com/v1',
 *   credentials: { id: process.env.KEY_ID!, secret: process.env.KEY_SECRET! },
 *   transport: nodeTransport({ proxyEnv: process.env }),
 * });
 * const { landscapes } = await client.call(listLandscapes, { path: { organizationId: 'ORGANIZATION_ID' } });
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
export { createClient } from './client/client.js';
export type {
  CallInput,
  Client,
  ClientHooks,
  ClientOptions,
  DownloadOptions,
  ItemOf,
  PagesOptions,
  PreparedRequest,
  RawInput,
  RawResponse,
} from './client/client-types.js';
export { type ExportedDiagram, type ExportInput, exportDiagram } from './client/jobs/export.js';
export { exportLandscape, type LandscapeExportInput } from './client/jobs/landscape-export.js';
export { importLandscape, type LandscapeImportInput } from './client/jobs/landscape-import.js';
export { type TailOptions, tail } from './client/jobs/tail.js';
export { type ReadClient, readOnly } from './client/read-only.js';
export type { Send, Transport, WireRequest, WireResponse } from './client/send/wire.js';
export { fetchTransport, nodeTransport } from './client/transport/transport.js';
export { OPERATIONS } from './contract/index.js';
export * from './contract/limits.js';
export type { BodyOf, Operation, PathOf, QueryOf, ReadOperation, ResponseOf } from './contract/operation.js';
export * from './contract/resources/action-log.js';
export * from './contract/resources/adr.js';
export * from './contract/resources/api-key.js';
export * from './contract/resources/comment.js';
export * from './contract/resources/diagram.js';
export type { DiagramContent } from './contract/resources/diagram-content.js';
export * from './contract/resources/diagram-export.js';
export * from './contract/resources/diagram-group.js';
export * from './contract/resources/domain.js';
export * from './contract/resources/draft.js';
export * from './contract/resources/draft-task.js';
export * from './contract/resources/flow.js';
export * from './contract/resources/landscape.js';
export * from './contract/resources/landscape-export.js';
export * from './contract/resources/landscape-import.js';
export * from './contract/resources/model-connection.js';
export * from './contract/resources/model-export.js';
export * from './contract/resources/model-object.js';
export * from './contract/resources/organization.js';
export * from './contract/resources/tag.js';
export * from './contract/resources/technology.js';
export * from './contract/resources/template.js';
export * from './contract/resources/user.js';
export * from './contract/resources/version.js';
