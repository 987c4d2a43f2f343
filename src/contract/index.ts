/** The whole contract in one list; code that needs one operation imports its resource file instead. */
import { getActionLog, listActionLogChildren, listActionLogs, listOrganizationLogs } from './action-log.js';
import { createApiKey, listApiKeys, updateApiKey } from './api-key.js';
import { comments } from './comment.js';
import { diagrams, getDiagramContent } from './diagram.js';
import { createDiagramExport, getDiagramExport } from './diagram-export.js';
import { diagramGroups } from './diagram-group.js';
import { domains } from './domain.js';
import { drafts, mergeDraft } from './draft.js';
import { createDraftTask, getDraftTask } from './draft-task.js';
import { flows, getFlowThumbnail } from './flow.js';
import { duplicateLandscape, exportLandscapePdf, getLandscape, listLandscapes } from './landscape.js';
import { modelConnections } from './model-connection.js';
import { modelObjects } from './model-object.js';
import type { Operation } from './operation.js';
import { getOrganization, listOrganizations } from './organization.js';
import { tagGroups, tags } from './tag.js';
import { getTechnology, listTechnologies } from './technology.js';
import { listTemplates } from './template.js';
import { listOrganizationUsers, login, updateOrganizationUser } from './user.js';
import { getVersion, getVersionRevert, listVersions, revertVersion } from './version.js';

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

/** Every operation that archctl declares, in the order of the service document where it has one. */
export const OPERATIONS: readonly Operation[] = [
  createApiKey,
  updateApiKey,
  listApiKeys,
  duplicateLandscape,
  revertVersion,
  createDiagramExport,
  getDiagramExport,
  getActionLog,
  listActionLogChildren,
  listActionLogs,
  listOrganizationLogs,
  listTechnologies,
  getTechnology,
  login,
  createDraftTask,
  getDraftTask,
  mergeDraft,
  getFlowThumbnail,
  updateOrganizationUser,
  listOrganizationUsers,
  listTemplates,
  exportLandscapePdf,
  listLandscapes,
  getLandscape,
  listVersions,
  getVersion,
  getVersionRevert,
  listOrganizations,
  getOrganization,
  getDiagramContent,
  ...FAMILIES.flatMap((it): Operation[] => [
    it.list,
    it.get,
    it.create,
    it.upsert,
    it.update,
    it.delete,
    it.exists,
  ]),
];
