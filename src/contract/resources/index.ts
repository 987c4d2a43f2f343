/**
 * Every resource's declarations, by file. The only list by hand: what a file declares is read off it, so that a new
 * operation, record or family in one of them is known everywhere.
 */

import * as actionLog from './action-log.js';
import * as apiKey from './api-key.js';
import * as catalog from './catalog.js';
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
import * as logStats from './log-stats.js';
import * as modelConnection from './model-connection.js';
import * as modelObject from './model-object.js';
import * as organization from './organization.js';
import * as tag from './tag.js';
import * as team from './team.js';
import * as technology from './technology.js';
import * as template from './template.js';
import * as user from './user.js';
import * as version from './version.js';

const MODULES = [
  Object.values(actionLog),
  Object.values(apiKey),
  Object.values(catalog),
  Object.values(comment),
  Object.values(diagram),
  Object.values(diagramContent),
  Object.values(diagramExport),
  Object.values(diagramGroup),
  Object.values(domain),
  Object.values(draft),
  Object.values(draftTask),
  Object.values(flow),
  Object.values(landscape),
  Object.values(logStats),
  Object.values(modelConnection),
  Object.values(modelObject),
  Object.values(organization),
  Object.values(tag),
  Object.values(team),
  Object.values(technology),
  Object.values(template),
  Object.values(user),
  Object.values(version),
];

/** Everything that a resource file exports. */
export type Exported = (typeof MODULES)[number][number];

/** Every export of every resource file. */
export const EXPORTS: readonly unknown[] = MODULES.flat();
