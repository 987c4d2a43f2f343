import type { Doc } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeamLandscapes,
  listTeamObjects,
  listTeams,
  updateTeam,
} from '../../contract/resources/team.js';
import { initialFields } from '../../contract/rules/derive.js';
import { isLive } from '../../contract/rules/versions/live.js';
import { type Call, on } from '../call.js';
import { nonMemberProblems } from '../records/members.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { invalid, notFound } from '../refusal.js';

type Team = RecordOf<'team'>;

/** @throws Refusal `not-found` for a team of another organization. */
function teamOf({ services, key, parameters }: Call): Team {
  const id = parameters.teamId ?? '';
  const team = services.store.records.get('team', id);
  if (team?.organizationId !== key.organizationId) throw notFound(`The team ${id}`);
  return team;
}

function checkMembers(call: Call, userIds: readonly string[] | undefined): void {
  const problems = nonMemberProblems(call, userIds);
  if (problems.length > 0) throw invalid(problems);
}

function create(call: Call<typeof createTeam>) {
  checkMembers(call, call.body.userIds);
  const { services, key } = call;
  const team: Doc = {
    id: services.newId(),
    organizationId: key.organizationId,
    ...initialFields('team', { index: 0, versionId: '' }),
    ...call.body,
    ...createdBy(call),
  };
  const writer = recordWriter(call);
  writer.create('team', team, call.body);
  writer.finish();
  return { team: services.store.records.get('team', team.id) };
}

function update(call: Call<typeof updateTeam>) {
  const before = teamOf(call);
  checkMembers(call, call.body.userIds);
  if (Object.keys(call.body).length === 0) return { team: before };
  const writer = recordWriter(call);
  writer.update('team', before, { ...before, ...call.body, ...updatedBy(call) }, call.body);
  writer.finish();
  return { team: call.services.store.records.get('team', before.id) };
}

function remove(call: Call<typeof deleteTeam>) {
  const writer = recordWriter(call);
  writer.remove('team', teamOf(call));
  writer.finish();
  return {};
}

/** Objects that a team owns in the live version of each landscape. Omits landscapes without any. */
function objectsOf(call: Call): { landscape: Doc; objects: RecordOf<'modelObject'>[] }[] {
  const { records } = call.services.store;
  const team = teamOf(call);
  const objects = records
    .incoming('team', team.id)
    .flatMap(({ kind, id }) => (kind === 'modelObject' ? (records.get('modelObject', id) ?? []) : []));
  return records.ofOwner('landscape', call.key.organizationId).flatMap((landscape) => {
    const live = records.ofLandscape('version', landscape.id).find(isLive);
    const theirs = objects.filter((it) => it.versionId === live?.id);
    return theirs.length === 0 ? [] : [{ landscape, objects: theirs }];
  });
}

export const handlers = [
  on(listTeams, ({ services, key }) => ({
    teams: services.store.records.ofOwner('team', key.organizationId),
  })),
  on(getTeam, (call) => ({ team: teamOf(call) })),
  on(createTeam, create),
  on(updateTeam, update),
  on(deleteTeam, remove),
  on(listTeamObjects, (call) => ({
    landscapeModelObjects: Object.fromEntries(
      objectsOf(call).map(({ landscape, objects }) => [landscape.id, objects]),
    ),
  })),
  on(listTeamLandscapes, (call) => ({ landscapes: objectsOf(call).map(({ landscape }) => landscape) })),
];
