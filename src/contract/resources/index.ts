/**
 * Every resource module. This is the only list maintained by hand: operations, records and families are read from the
 * module exports, so new ones are registered automatically.
 */

import * as actionLog from './action-log.js';
import * as adr from './adr.js';
import * as apiKey from './api-key.js';
import * as catalog from './catalog.js';
import * as comment from './comment.js';
import * as commentReply from './comment-reply.js';
import * as diagram from './diagram.js';
import * as diagramContent from './diagram-content.js';
import * as diagramExport from './diagram-export.js';
import * as diagramGroup from './diagram-group.js';
import * as domain from './domain.js';
import * as draft from './draft.js';
import * as draftTask from './draft-task.js';
import * as flow from './flow.js';
import * as health from './health.js';
import * as invite from './invite.js';
import * as landscape from './landscape.js';
import * as landscapeExport from './landscape-export.js';
import * as landscapeImport from './landscape-import.js';
import * as logStats from './log-stats.js';
import * as modelConnection from './model-connection.js';
import * as modelExport from './model-export.js';
import * as modelObject from './model-object.js';
import * as organization from './organization.js';
import * as ownUser from './own-user.js';
import * as shareLink from './share-link.js';
import * as shareLinkPublic from './share-link-public.js';
import * as tag from './tag.js';
import * as team from './team.js';
import * as technology from './technology.js';
import * as template from './template.js';
import * as thumbnail from './thumbnail.js';
import * as user from './user.js';
import * as version from './version.js';
import * as view from './view.js';

const MODULES = {
  actionLog,
  adr,
  apiKey,
  catalog,
  comment,
  commentReply,
  diagram,
  diagramContent,
  diagramExport,
  diagramGroup,
  domain,
  draft,
  draftTask,
  flow,
  health,
  invite,
  landscape,
  landscapeExport,
  landscapeImport,
  logStats,
  modelConnection,
  modelExport,
  modelObject,
  organization,
  ownUser,
  shareLink,
  shareLinkPublic,
  tag,
  team,
  technology,
  template,
  thumbnail,
  user,
  version,
  view,
};
type Modules = typeof MODULES;

/** Any export of a resource file. */
export type ResourceExport = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules];

/** Every export of every resource file. */
export const EXPORTS: readonly unknown[] = Object.values(MODULES).flatMap((it) => Object.values(it));
