import type { Handlers } from '../call.js';
import { handlers as actionLog } from './action-log.js';
import { handlers as adr } from './adr.js';
import { handlers as apiKey } from './api-key.js';
import { handlers as catalog } from './catalog.js';
import { handlers as commentReply } from './comment-reply.js';
import { handlers as diagramContent } from './diagram-content.js';
import { handlers as diagramExport } from './diagram-export.js';
import { handlers as draft } from './draft.js';
import { handlers as health } from './health.js';
import { handlers as invite } from './invite.js';
import { handlers as landscape } from './landscape.js';
import { handlers as landscapeExport } from './landscape-export.js';
import { handlers as landscapeImport } from './landscape-import.js';
import { handlers as model } from './model.js';
import { handlers as modelExport } from './model-export.js';
import { handlers as organization } from './organization.js';
import { handlers as ownUser } from './own-user.js';
import { handlers as shareLink } from './share-link.js';
import { handlers as team } from './team.js';
import { handlers as technology } from './technology.js';
import { handlers as template } from './template.js';
import { handlers as thumbnail } from './thumbnail.js';
import { handlers as user } from './user.js';
import { handlers as version } from './version.js';
import { handlers as view } from './view.js';

const REGISTRATIONS = [
  ...actionLog,
  ...adr,
  ...apiKey,
  ...catalog,
  ...commentReply,
  ...diagramContent,
  ...diagramExport,
  ...draft,
  ...health,
  ...invite,
  ...landscape,
  ...landscapeExport,
  ...landscapeImport,
  ...model,
  ...modelExport,
  ...organization,
  ...ownUser,
  ...shareLink,
  ...team,
  ...technology,
  ...template,
  ...thumbnail,
  ...user,
  ...version,
  ...view,
];

export const HANDLERS: Handlers = new Map(REGISTRATIONS.map((it) => [it.operation.id, it]));
