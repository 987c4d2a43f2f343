import type { Handlers } from '../call.js';
import { handlers as actionLog } from './action-log.js';
import { handlers as apiKey } from './api-key.js';
import { handlers as catalog } from './catalog.js';
import { handlers as comment } from './comment.js';
import { handlers as diagram } from './diagram.js';
import { handlers as diagramExport } from './diagram-export.js';
import { handlers as diagramGroup } from './diagram-group.js';
import { handlers as domain } from './domain.js';
import { handlers as draft } from './draft.js';
import { handlers as draftTask } from './draft-task.js';
import { handlers as flow } from './flow.js';
import { handlers as landscape } from './landscape.js';
import { handlers as modelConnection } from './model-connection.js';
import { handlers as modelObject } from './model-object.js';
import { handlers as organization } from './organization.js';
import { handlers as tag } from './tag.js';
import { handlers as technology } from './technology.js';
import { handlers as template } from './template.js';
import { handlers as user } from './user.js';
import { handlers as version } from './version.js';

const REGISTRATIONS = [
  ...actionLog,
  ...apiKey,
  ...catalog,
  ...comment,
  ...diagram,
  ...diagramExport,
  ...diagramGroup,
  ...domain,
  ...draft,
  ...draftTask,
  ...flow,
  ...landscape,
  ...modelConnection,
  ...modelObject,
  ...organization,
  ...tag,
  ...technology,
  ...template,
  ...user,
  ...version,
];

/** What answers each operation, by its id. */
export const HANDLERS: Handlers = new Map(REGISTRATIONS.map((it) => [it.operation.id, it]));
