import {
  BOOLEAN,
  CALLBACK,
  checkOptions,
  LIMIT,
  MILLISECONDS,
  OBJECT,
  type OptionType,
  type OptionTypes,
  SIGNAL,
} from '../../base/check-options.js';
import { type ArchctlError, usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { requireArguments } from '../../base/require-arguments.js';
import type { QueryOf } from '../../contract/operation.js';
import {
  type ActionLog,
  listActionLogs,
  listOrganizationLogs,
  type OrganizationLog,
} from '../../contract/resources/action-log.js';
import type { Client } from '../client-types.js';
import type { LogCursor } from './log-cursor.js';
import { readPage } from './log-source.js';
import { tail } from './tail.js';

/** Log to follow: that of an organization, or that of one landscape. */
export type LogPlace =
  | {
      /** Id of the organization. */
      organizationId: string;
    }
  | {
      /** Id of the landscape. */
      landscapeId: string;
    };

/** Filters that the service applies, such as `{ actionType: 'landscape-create' }`. */
export interface LogFilter {
  /** Id of the changed record. */
  actionId?: Filter['actionId'];
  /** Types of changes. */
  actionType?:
    | ActionTypes
    | {
        /** Types of changes that are left out. */
        $not: ActionTypes;
      };
  /** Whether the id also matches records that a change concerns indirectly. */
  includeActionsInContext?: Filter['includeActionsInContext'];
  /** Kinds of accounts that made the change. */
  performedBy?: Filter['performedBy'];
  /** Ids of accounts that made the change. */
  performedById?: Filter['performedById'];
}
type Filter = NonNullable<QueryOf<typeof listOrganizationLogs>['filter']>;
type ActionTypes = Extract<Filter['actionType'], string | readonly unknown[]>;

/** Options of `followLogs`. */
export interface FollowLogsOptions {
  /** Filter that the service applies. Default: none. */
  filter?: LogFilter | undefined;
  /** Start of the time span, in ISO 8601. Default: only records that are written from now on. */
  since?: string | undefined;
  /** End of the time span, in ISO 8601. Default: none. */
  until?: string | undefined;
  /** Number of latest records to start with. Default: 0, or all of them with `since`. */
  last?: number | undefined;
  /** Position that `onCursor` reported earlier. Continues there without gaps or repeats. */
  resume?: LogCursor | undefined;
  /** Whether to wait for new records. Default: true. */
  follow?: boolean | undefined;
  /** Shortest wait between polls in milliseconds. Idle polls wait longer. Default: 3,000. */
  intervalMs?: number | undefined;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined;
  /** Called when the service is unavailable; the poll is repeated after `waitMs`. */
  onFault?: ((error: ArchctlError, waitMs: number) => void) | undefined;
  /** Called when the service responds again. */
  onRecovered?: (() => void) | undefined;
  /** Called when the position has moved, for `resume`. */
  onCursor?: ((cursor: LogCursor) => void) | undefined;
}

const isMoment = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-/.test(value) && !Number.isNaN(Date.parse(value));
const MOMENT: OptionType = ['a time in ISO 8601', isMoment];
const OPTIONS: OptionTypes<FollowLogsOptions> = {
  filter: OBJECT,
  since: MOMENT,
  until: MOMENT,
  last: LIMIT,
  resume: [
    'a position from onCursor',
    (value) => isObject(value) && isMoment(value.date) && Array.isArray(value.seen),
  ],
  follow: BOOLEAN,
  intervalMs: MILLISECONDS,
  signal: SIGNAL,
  onFault: CALLBACK,
  onRecovered: CALLBACK,
  onCursor: CALLBACK,
};

const INTERVAL_MS = 3_000;

/**
 * Yields the records of an action log in order of time, each once, as they appear. Failures of the network and of the
 * service are retried; an abort of the signal ends the iteration.
 *
 * @example
 * ```ts
 * import { clientFromEnv, followLogs } from 'archctl';
 *
 * const place = { organizationId: 'ORGANIZATION_ID' };
 * const signal = AbortSignal.timeout(60_000);
 * for await (const entry of followLogs(clientFromEnv(), place, { last: 5, follow: false, signal })) {
 *   console.log(entry.performedAt, entry.action.type);
 * }
 * ```
 * @throws ArchctlError for every failure that a retry cannot solve.
 */
export async function* followLogs<P extends LogPlace>(
  client: Client,
  place: P,
  options: FollowLogsOptions = {},
): AsyncGenerator<P extends { organizationId: string } ? OrganizationLog : ActionLog> {
  requireArguments('followLogs', { client, place });
  const given = checkOptions('followLogs', options, OPTIONS);
  const { signal = new AbortController().signal, since, filter = {} } = given;
  const { organizationId, landscapeId }: { organizationId?: string; landscapeId?: string } = place;
  if (typeof (organizationId ?? landscapeId) !== 'string')
    throw usageError('followLogs needs an organizationId or a landscapeId.', { reason: 'invalid-input' });
  const [operation, path] = organizationId
    ? [listOrganizationLogs, { organizationId }]
    : [listActionLogs, { landscapeId }];
  let serviceTime: number | undefined;
  const read = async (query: Record<string, unknown>): Promise<unknown> => {
    const { data, response } = await client.callWithResponse(operation, { path, query, signal } as never);
    serviceTime = Date.parse(response.headers.date ?? '') || undefined;
    return data;
  };
  try {
    yield* tail({
      page: (page) => readPage(read, { ...page, filter: { ...filter } }),
      accept: () => true,
      last: given.last ?? (since === undefined ? 0 : undefined),
      since,
      until: given.until,
      resume: given.resume,
      follow: given.follow ?? true,
      intervalMs: given.intervalMs ?? INTERVAL_MS,
      signal,
      sleep: client.clock.sleep,
      now: () => new Date(client.clock.now()),
      serviceTime: () => serviceTime,
      onFault: given.onFault ?? (() => {}),
      onRecovered: given.onRecovered ?? (() => {}),
      ...(given.onCursor && { onCursor: given.onCursor }),
    }) as AsyncIterable<never>;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
