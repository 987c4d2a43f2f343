import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import { changesLock, editingTeams } from '../../contract/rules/team-editing.js';
import { forbidden } from '../refusal.js';
import type { Action } from '../services.js';
import { teamsOfUser } from './members.js';

/**
 * Makes sure that whoever writes may (docs/service.md#team-only-editing): what teams have locked is for their members
 * and for admins, and locking itself is for admins. The members' keys are those that sign in as them.
 * @param change what is there, and what is to be; one of them where a record is made or goes.
 * @throws Refusal `forbidden`.
 */
export function checkMayEdit(action: Action, kind: Kind, change: { before?: Doc; after?: Doc }): void {
  if (action.key.permission === 'admin') return;
  const { before, after } = change;
  if (after && changesLock(kind, after, before)) {
    throw forbidden('Only an admin may change teamOnlyEditing.', 'permission');
  }
  const { records } = action.services.store;
  // What an object is to become does not say who may change it.
  const docs = kind === 'modelObject' ? [before] : [before, after];
  const locks = docs.flatMap((doc) => {
    const teams = doc && editingTeams(records, kind, doc);
    return teams === undefined ? [] : [teams];
  });
  if (locks.length === 0) return;
  const own = teamsOfUser(action);
  if (locks.every((teams) => teams.some((id) => own.includes(id)))) return;
  throw forbidden('Only the teams of this model object, and admins, may edit it.', 'team-only-editing');
}
