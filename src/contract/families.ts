import { comments } from './resources/comment.js';
import { diagrams } from './resources/diagram.js';
import { diagramGroups } from './resources/diagram-group.js';
import { domains } from './resources/domain.js';
import { drafts } from './resources/draft.js';
import { flows } from './resources/flow.js';
import { modelConnections } from './resources/model-connection.js';
import { modelObjects } from './resources/model-object.js';
import { tagGroups, tags } from './resources/tag.js';

/** The versioned resources, which all have the same operations. Apart from the index, whose types are public. */
export const FAMILIES = [
  modelObjects,
  modelConnections,
  diagrams,
  diagramGroups,
  flows,
  tagGroups,
  tags,
  domains,
  drafts,
  comments,
] as const;
