import { comments } from './comment.js';
import { diagrams } from './diagram.js';
import { diagramGroups } from './diagram-group.js';
import { domains } from './domain.js';
import { drafts } from './draft.js';
import { flows } from './flow.js';
import { modelConnections } from './model-connection.js';
import { modelObjects } from './model-object.js';
import { tagGroups, tags } from './tag.js';

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
