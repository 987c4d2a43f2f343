import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { changesLock, editingTeams } from '../../contract/rules/team-editing.js';
import { forbidden } from '../refusal.js';
import type { Action } from '../services.js';
import { teamsOfUser } from './members.js';

/**
 * Checks team-only editing (docs/service.md#team-only-editing): records locked to teams can be edited by the members of
 * those teams and by admins; only admins can change the lock. A key counts as the member it signs in as.
 *
 * @param change state before and after; `before` is missing on create, `after` on delete.
 * @throws Refusal `forbidden`.
 */
export function checkMayEdit(action: Action, kind: Kind, change: { before?: Doc; after?: Doc }): void {
  if (action.key.permission === 'admin') return;
  const { before, after } = change;
  if (after && changesLock(kind, after, before)) {
    throw forbidden('Only an admin can change teamOnlyEditing.', 'permission');
  }
  const { records } = action.services.store;
  // The new state of an object does not grant access to it.
  const docs = kind === 'modelObject' ? [before] : [before, after];
  const locks = docs.flatMap((doc) => {
    const teams = doc && editingTeams(records, kind, doc);
    return teams === undefined ? [] : [teams];
  });
  if (locks.length === 0) return;
  const own = teamsOfUser(action);
  if (locks.every((teams) => teams.some((id) => own.includes(id)))) return;
  throw forbidden("Only admins and members of this model object's teams can edit it.", 'team-only-editing');
}
