import { allows, type Permission } from '../../contract/access.js';
import type { Method, Operation } from '../../contract/operation.js';
import type { RecordOf } from '../../contract/records.js';
import { LATEST } from '../../contract/resources/version.js';
import { isLive } from '../../contract/rules/versions/live.js';
import type { Call, Handlers, Registration } from '../call.js';
import type { HeaderReader, SandboxRequest } from '../message.js';
import { membershipOf } from '../records/members.js';
import { computeAllLists } from '../records/postponed-lists.js';
import { forbidden, notFound, snapshotRefusal } from '../refusal.js';
import type { Services } from '../services.js';
import type { StoredKey } from '../store/keys.js';
import type { Store } from '../store/store.js';
import { readBody } from './body.js';
import { signIn } from './credentials.js';
import { readQuery } from './query.js';
import { checkPlan, hasApi, type RateLimiter, spendQuota } from './quota.js';

/**
 * Returns the key with its effective permission in the target organization. Within its own organization the key is
 * unchanged. If its user is a member of another organization, the permissions of key and member are intersected
 * (docs/service.md#choices-of-the-sandbox). Otherwise the key is unchanged and finds no records there.
 */
function effectiveKey(
  store: Store,
  key: StoredKey,
  { organizationId, landscapeId }: Readonly<Record<string, string>>,
): StoredKey {
  const landscape = landscapeId === undefined ? undefined : store.records.get('landscape', landscapeId);
  const wanted = organizationId ?? landscape?.organizationId;
  if (wanted === undefined || wanted === key.organizationId) return key;
  const member = membershipOf(store, wanted, key.userId);
  const permission = member && intersection(key.permission, member.permission);
  return permission === undefined ? key : { ...key, organizationId: wanted, permission };
}

const RANKED: readonly string[] = ['read', 'write', 'admin'];

/** Intersection of two permissions; undefined if it is empty, as for `billing` and `read`. */
function intersection(a: Permission, b: string): Permission | undefined {
  if (a === b || b === 'admin') return a;
  if (a === 'admin') return b === 'billing' || b === 'write' ? b : 'read';
  if (a === 'billing' || b === 'billing') return undefined;
  return RANKED.indexOf(a) < RANKED.indexOf(b) ? a : 'read';
}

/** Whether a request has no credentials; the password of a share link does not authenticate. */
function isAnonymous(headers: HeaderReader): boolean {
  const authorization = headers.get('authorization');
  const isPassword = authorization !== null && /^basic\s/i.test(authorization);
  return (authorization === null || isPassword) && headers.get('x-api-key') === null;
}

/** Anonymous key for public operations: reads without an organization (docs/service.md#permissions). */
const ANONYMOUS_KEY: StoredKey = {
  id: 'nobody',
  organizationId: '',
  permission: 'read',
  userId: '',
  name: 'Nobody',
  actor: { by: 'api-key', id: 'nobody', name: 'Nobody' },
};

/** Services and caches that all requests share. */
interface PipelineContext {
  services: Services;
  limiter: RateLimiter;
  handlers: Handlers;
  /** Cache of live version ids by landscape. */
  liveVersionIds: Map<string, string>;
}

/**
 * Takes a request through the steps between route and handler, in this order: key, plan, rate limit, permission, quota,
 * query, body, path parameters. A write runs in one transaction.
 *
 * @throws Refusal or HttpError for every response but success.
 */
export async function perform(
  request: SandboxRequest,
  { operation, handle, ownTransactions, computesOwnLists }: Registration,
  parameters: Readonly<Record<string, string>>,
  { services, limiter, handlers, liveVersionIds }: PipelineContext,
): Promise<unknown> {
  const { url, headers } = request;
  const { store } = services;
  const isOpen = operation.access === 'public' && isAnonymous(headers);
  const signedIn = isOpen ? ANONYMOUS_KEY : signIn(headers, store);
  // Public operations are in every plan.
  if (operation.access !== 'public') checkPlan(services);
  limiter(services, signedIn.id, operation.method, operation.path);
  const key = effectiveKey(store, signedIn, parameters);
  if (!allows(key.permission, operation.access)) {
    throw forbidden(
      `A key with the permission ${key.permission} cannot do this; ${needed(operation)} is required.`,
      'permission',
    );
  }
  // Quotas belong to organizations: anonymous requests and plans without the API have none.
  if (!isOpen && hasApi(services)) spendQuota(services, operation);
  const query = readQuery(operation.query, url.searchParams, services.switches);
  const body = await readBody(operation, request);
  const call: Call = {
    services,
    operation,
    parameters,
    query,
    body,
    headers,
    key,
    now: services.now().toISOString(),
    origin: url.origin,
    handlers,
    ...scopeOf(services.store, operation, parameters, key, liveVersionIds),
  };
  // Some reads write on request.
  const writes = query.updateViewedAt === true || query.createEntry === true;
  const reads = isRead(operation.method) && !writes;
  const { records } = store;
  if (!reads && !ownTransactions)
    return store.groupTransaction(() => {
      if (!computesOwnLists) computeAllLists(records);
      return handle(call);
    });
  // The handler runs in the same turn: otherwise a concurrent write could postpone the lists again.
  if (!computesOwnLists && records.postponed().length > 0) store.transaction(() => computeAllLists(records));
  return handle(call);
}

const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

function needed({ access }: Operation): string {
  return access === 'members' ? 'billing or admin' : access === 'admin' ? 'admin' : `${access} or more`;
}

/**
 * Resolves the landscape and version named in the path.
 *
 * @throws Refusal `not-found` if they belong to another organization, `invalid` for a write into a snapshot.
 */
function scopeOf(
  store: Store,
  operation: Operation,
  { organizationId, landscapeId, versionId }: Readonly<Record<string, string>>,
  key: StoredKey,
  liveVersionIds: Map<string, string>,
): Pick<Call, 'landscape' | 'version'> {
  if (organizationId !== undefined && organizationId !== key.organizationId) {
    throw notFound(`The organization ${organizationId}`);
  }
  if (landscapeId === undefined) return {};
  const landscape = store.records.get('landscape', landscapeId);
  if (!landscape || landscape.organizationId !== key.organizationId) {
    throw notFound(`The landscape ${landscapeId}`);
  }
  if (versionId === undefined) return { landscape };
  const version =
    versionId === LATEST
      ? liveVersion(store, landscapeId, liveVersionIds)
      : store.records.get('version', versionId);
  if (!version || version.landscapeId !== landscapeId) throw notFound(`The version ${versionId}`);
  if (!isRead(operation.method) && !isLive(version) && !operation.snapshot) {
    throw snapshotRefusal(versionId);
  }
  return { landscape, version };
}

/** The live version of a landscape. Its id is cached, because nearly every request needs it. */
function liveVersion(
  { records }: Store,
  landscapeId: string,
  ids: Map<string, string>,
): RecordOf<'version'> | undefined {
  const known = records.get('version', ids.get(landscapeId) ?? '');
  if (known?.landscapeId === landscapeId && isLive(known)) return known;
  const version = records.ofLandscape('version', landscapeId).find(isLive);
  if (version) ids.set(landscapeId, version.id);
  return version;
}
