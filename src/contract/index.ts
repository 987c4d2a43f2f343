/** The whole contract in one list; code that needs one operation imports its resource file instead. */
import { getActionLog, listActionLogChildren, listActionLogs, listOrganizationLogs } from './action-log.js';
import { createApiKey, listApiKeys, updateApiKey } from './api-key.js';
import { getDiagramContent } from './diagram.js';
import { createDiagramExport, getDiagramExport } from './diagram-export.js';
import { mergeDraft } from './draft.js';
import { createDraftTask, getDraftTask } from './draft-task.js';
import { FAMILIES } from './families.js';
import { getFlowThumbnail } from './flow.js';
import { duplicateLandscape, exportLandscapePdf, getLandscape, listLandscapes } from './landscape.js';
import type { Operation } from './operation.js';
import { getOrganization, listOrganizations } from './organization.js';
import { getTechnology, listTechnologies } from './technology.js';
import { listTemplates } from './template.js';
import { listOrganizationUsers, login, updateOrganizationUser } from './user.js';
import { getVersion, getVersionRevert, listVersions, revertVersion } from './version.js';

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
