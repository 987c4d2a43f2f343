import * as z from 'zod/mini';
import { factsOf, shapeOf, traitsOf } from '../fields/field.js';
import { teamFields } from '../fields/team.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { loose, stamps, strict, text } from '../schema.js';
import { landscape } from './landscape.js';
import { modelObject } from './model-object.js';

/** docs/service.md#team: owner of model objects, in every version of every landscape. */
export const team = loose({ id: text(), ...shapeOf(teamFields, 'record'), ...stamps });
/** A team of an organization. */
export type Team = z.infer<typeof team>;

/** Facts of the fields, for options and columns. */
export const teamFacts = factsOf(teamFields);

export const teamRecord = record({
  kind: 'team',
  noun: 'team',
  owner: 'organization',
  schema: team,
  ...traitsOf(teamFields),
  logged: 'medium',
});

const one = { response: loose({ team }), envelope: 'team', answers: 'one' } as const;
const reads = { meter: 'read', access: 'read' } as const;
const writes = { meter: 'write', access: 'admin' } as const;

export const listTeams = operation({
  id: 'teams.list',
  method: 'GET',
  path: '/organizations/{organizationId}/teams',
  response: loose({ teams: z.array(team) }),
  envelope: 'teams',
  answers: 'list',
  ...reads,
  summary: 'List the teams of an organization',
});

export const getTeam = operation({
  id: 'teams.get',
  method: 'GET',
  path: '/organizations/{organizationId}/teams/{teamId}',
  ...one,
  ...reads,
  summary: 'Get a team',
});

export const createTeam = operation({
  id: 'teams.create',
  method: 'POST',
  path: '/organizations/{organizationId}/teams',
  body: strict(shapeOf(teamFields, 'create')),
  ...one,
  ...writes,
  summary: 'Create a team',
});

export const updateTeam = operation({
  id: 'teams.update',
  method: 'PATCH',
  path: '/organizations/{organizationId}/teams/{teamId}',
  body: strict(shapeOf(teamFields, 'update')),
  ...one,
  ...writes,
  summary: 'Change the name, colour or members of a team',
});

/** Its model objects remain, without the team (docs/service.md#deletes). */
export const deleteTeam = operation({
  id: 'teams.delete',
  method: 'DELETE',
  path: '/organizations/{organizationId}/teams/{teamId}',
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  ...writes,
  summary: 'Delete a team',
});

/** By landscape id; live versions only. */
export const listTeamObjects = operation({
  id: 'teams.listModelObjects',
  method: 'GET',
  path: '/organizations/{organizationId}/teams/{teamId}/model/objects',
  response: loose({ landscapeModelObjects: z.record(z.string(), z.array(modelObject)) }),
  envelope: 'landscapeModelObjects',
  answers: 'map',
  ...reads,
  summary: 'List the model objects that a team owns, by landscape',
});

export const listTeamLandscapes = operation({
  id: 'teams.listLandscapes',
  method: 'GET',
  path: '/organizations/{organizationId}/teams/{teamId}/landscapes',
  response: loose({ landscapes: z.array(landscape) }),
  envelope: 'landscapes',
  answers: 'list',
  ...reads,
  summary: 'List the landscapes that contain model objects of a team',
});
