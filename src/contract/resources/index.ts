/**
 * Every resource's declarations, by file. The only list by hand: what a file declares is read off it, so that a new
 * operation, record or family in one of them is known everywhere.
 */

import * as actionLog from './action-log.js';
import * as apiKey from './api-key.js';
import * as comment from './comment.js';
import * as diagram from './diagram.js';
import * as diagramContent from './diagram-content.js';
import * as diagramExport from './diagram-export.js';
import * as diagramGroup from './diagram-group.js';
import * as domain from './domain.js';
import * as draft from './draft.js';
import * as draftTask from './draft-task.js';
import * as flow from './flow.js';
import * as landscape from './landscape.js';
import * as modelConnection from './model-connection.js';
import * as modelObject from './model-object.js';
import * as organization from './organization.js';
import * as tag from './tag.js';
import * as team from './team.js';
import * as technology from './technology.js';
import * as template from './template.js';
import * as user from './user.js';
import * as version from './version.js';

export const RESOURCES = {
  actionLog,
  apiKey,
  comment,
  diagram,
  diagramContent,
  diagramExport,
  diagramGroup,
  domain,
  draft,
  draftTask,
  flow,
  landscape,
  modelConnection,
  modelObject,
  organization,
  tag,
  team,
  technology,
  template,
  user,
  version,
} as const;

type Modules = (typeof RESOURCES)[keyof typeof RESOURCES];
type ExportsOf<M> = M extends unknown ? M[keyof M] : never;

/** Everything that a resource file exports. */
export type Exported = ExportsOf<Modules>;

/** Every export of every resource file, with its name. */
export const EXPORTS: readonly [name: string, value: unknown][] = Object.values(RESOURCES).flatMap((it) =>
  Object.entries(it),
);
