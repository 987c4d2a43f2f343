import type { Method, Operation } from '../../contract/operation.js';
import { LATEST } from '../../contract/resources/version.js';
import { isLive } from '../../contract/rules/live.js';
import type { Call, Doc, Handler, Services, StoredKey } from '../types.js';
import { allows } from './access.js';
import { readBody } from './body.js';
import { signIn } from './credentials.js';
import { forbidden, HttpError, notFound } from './http-error.js';
import { readQuery } from './query.js';
import { checkPlan, type RateLimiter, spendQuota } from './quota.js';

/** Exports make something beside a version, not in it, so snapshots allow them. */
const ALLOWED_ON_SNAPSHOTS = /\/export\//;

/**
 * Takes one request through everything between the route and the handler, in this order: key, plan, rate, permission,
 * quota, query, body, and what the path names. What a write changes is one transaction.
 * @throws HttpError for every answer but success.
 */
export async function perform(
  request: Request,
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
  handler: Handler,
  { services, limiter, isSlow }: { services: Services; limiter: RateLimiter; isSlow: boolean },
): Promise<unknown> {
  const url = new URL(request.url);
  const { store } = services;
  const key = signIn(request.headers, store);
  checkPlan(services);
  limiter(services, key.id, operation.method, operation.path);
  if (!allows(key.permission, operation.access)) {
    throw forbidden(`A ${key.permission} key may not do this; it needs ${needed(operation)}.`, 'permission');
  }
  spendQuota(services, operation);
  const query = readQuery(operation.query, url.searchParams);
  const body = await readBody(operation, request);
  const call: Call = {
    services,
    operation,
    parameters,
    query,
    body,
    key,
    now: services.now().toISOString(),
    origin: url.origin,
    ...scopeOf(services, operation, parameters, key),
  };
  const reads = isRead(operation.method) && query.updateViewedAt !== true;
  if (reads || isSlow) return handler(call);
  return store.transaction(() => handler(call));
}

const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

function needed({ access }: Operation): string {
  return access === 'members' ? 'billing or admin' : access === 'admin' ? 'admin' : `${access} or more`;
}

/**
 * The landscape and version that the path names.
 * @throws HttpError 404 for another organization's, 422 for a write into a snapshot.
 */
function scopeOf(
  { store }: Services,
  operation: Operation,
  { organizationId, landscapeId, versionId }: Readonly<Record<string, string>>,
  key: StoredKey,
): { landscape?: Doc; version?: Doc } {
  if (organizationId !== undefined && organizationId !== key.organizationId) {
    throw notFound(`The organization ${organizationId}`);
  }
  if (landscapeId === undefined) return {};
  const landscape = store.records.get('landscape', landscapeId);
  if (landscape?.organizationId !== key.organizationId) throw notFound(`The landscape ${landscapeId}`);
  if (versionId === undefined) return { landscape: landscape as Doc };
  const version =
    versionId === LATEST
      ? store.records.ofLandscape('version', landscapeId).find(isLive)
      : store.records.get('version', versionId);
  if (version?.landscapeId !== landscapeId) throw notFound(`The version ${versionId}`);
  if (!isRead(operation.method) && !isLive(version as Doc) && !ALLOWED_ON_SNAPSHOTS.test(operation.path)) {
    throw new HttpError(
      422,
      `The version ${versionId} is a snapshot, and snapshots are read-only; write to "latest".`,
      {
        code: 'version/read-only',
        errors: ['versionId: is a read-only snapshot'],
      },
    );
  }
  return { landscape: landscape as Doc, version: version as Doc };
}
