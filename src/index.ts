/**
 * The library: a typed client of the service, without the command line.
 *
 * @example
 * ```ts
 * import { createClient, listLandscapes, nodeTransport } from 'archctl';
 *
 * const client = createClient({
 *   baseUrl: 'https://api.example.com/v1',
 *   credentials: { id: KEY_ID, secret: KEY_SECRET },
 *   transport: nodeTransport({ proxyEnv: process.env }),
 * });
 * const { landscapes } = await client.call(listLandscapes, { path: { organizationId } });
 * await client.close();
 * ```
 * @module
 */
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
export { type ExportedDiagram, type ExportInput, exportDiagram } from './client/export.js';
export { type TailOptions, tail } from './client/tail.js';
export { fetchTransport, nodeTransport } from './client/transport.js';
export type { Send, Transport, WireRequest, WireResponse } from './client/wire.js';
export * from './contract/action-log.js';
export * from './contract/api-key.js';
export * from './contract/comment.js';
export * from './contract/diagram.js';
export type { DiagramContent } from './contract/diagram-content.js';
export * from './contract/diagram-export.js';
export * from './contract/diagram-group.js';
export * from './contract/domain.js';
export * from './contract/draft.js';
export * from './contract/draft-task.js';
export * from './contract/flow.js';
export { OPERATIONS } from './contract/index.js';
export * from './contract/landscape.js';
export * from './contract/limits.js';
export * from './contract/model-connection.js';
export * from './contract/model-object.js';
export type { BodyOf, Operation, PathOf, QueryOf, ResponseOf } from './contract/operation.js';
export * from './contract/organization.js';
export * from './contract/tag.js';
export * from './contract/technology.js';
export * from './contract/template.js';
export * from './contract/user.js';
export * from './contract/version.js';
export { ArchctlError, type ErrorFacts, type ErrorKind, EXIT_CODES } from './errors.js';
