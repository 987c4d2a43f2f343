import { IMPORTANCES, LANDSCAPE_ACTION_TYPES, ORGANIZATION_ACTION_TYPES } from '../../../contract/enums.js';
import { SERVICE_ID } from '../data/catalog.js';
import { demoUsers } from '../data/people.js';
import type { SeedClock } from './clock.js';
import { seedId } from './ids.js';
import { oneOf } from './table.js';
import type { SeedRecord } from './types.js';

/** A handwritten action; `id` is the id of its subject. */
export interface SeedAction {
  type: string;
  id: string;
  /** Actor: first name of a user, `api-key` or `service`. */
  by: string;
  /** Age in days. */
  day: number;
  props?: Record<string, unknown>;
  context?: Record<string, unknown>;
  /** Additional related ids. */
  related?: string[];
  importance?: string;
  /** Actions caused by this one, each a few minutes after the previous one. */
  children?: Omit<SeedAction, 'day'>[];
}

/** API key that appears in the logs. It was deleted later, so no key is seeded. */
export const LOGGED_API_KEY = { id: seedId('apiKey', 'ci'), name: 'Nightly import' };

interface Place {
  clock: SeedClock;
  /** Landscape of the actions; null for organization actions. */
  landscapeId: string | null;
}

/**
 * Log records of handwritten actions. An action in a landscape appears in its action log and, without `importance`, in
 * the organization's log under the same id (docs/service.md#organization-log).
 */
export function logRecords(place: Place, actions: readonly SeedAction[]): SeedRecord[] {
  return actions.flatMap((action, index) => {
    const own = [String(index), action.type];
    const parent = entry(place, action, own, null, 0);
    const children = (action.children ?? []).flatMap((child, at) =>
      entry(place, { ...child, day: action.day }, [...own, String(at)], logId(place, own), at + 1),
    );
    return [...parent, ...children];
  });
}

const logId = ({ landscapeId }: Place, key: string[]) => seedId('log', landscapeId ?? 'organization', ...key);

function entry(
  place: Place,
  action: SeedAction,
  key: string[],
  parentId: string | null,
  minutes: number,
): SeedRecord[] {
  const { landscapeId, clock } = place;
  const shared = {
    id: logId(place, key),
    parentId,
    action: {
      id: action.id,
      type: oneOf([...LANDSCAPE_ACTION_TYPES, ...ORGANIZATION_ACTION_TYPES], action.type),
      ...(action.props && { props: action.props }),
      ...(action.context && { context: structuredClone(action.context) }),
    },
    actionIds: [action.id, ...(action.related ?? [])],
    performedAt: clock.ago(action.day, minutes),
    ...performer(action.by),
  };
  const organizationLog: SeedRecord = {
    kind: 'organizationLog',
    record: { ...shared, ...(landscapeId !== null && { landscapeId }) },
  };
  if (landscapeId === null) return [organizationLog];
  const importance = oneOf(IMPORTANCES, action.importance ?? 'medium');
  const actionLog: SeedRecord = {
    kind: 'actionLog',
    record: structuredClone({ ...shared, landscapeId, importance }),
  };
  return [actionLog, organizationLog];
}

function performer(by: string) {
  if (by === 'service') {
    return { performedBy: 'service', performedById: SERVICE_ID, performedByName: 'Scheduled tasks' };
  }
  if (by === 'api-key') {
    const { id, name } = LOGGED_API_KEY;
    return { performedBy: 'api-key', performedById: id, performedByName: name };
  }
  const user = demoUsers().find((it) => it.key === by);
  if (user === undefined) throw new Error(`Seed log names an unknown actor: ${by}`);
  return { performedBy: 'user', performedById: user.id, performedByName: user.name };
}
