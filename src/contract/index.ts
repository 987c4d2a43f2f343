/** The whole contract in one list; code that needs one operation imports its resource file instead. */

import { FAMILIES } from './families.js';
import type { Operation } from './operation.js';
import {
  getActionLog,
  listActionLogChildren,
  listActionLogs,
  listOrganizationLogs,
} from './resources/action-log.js';
import { createApiKey, listApiKeys, updateApiKey } from './resources/api-key.js';
import { getDiagramContent } from './resources/diagram.js';
import { createDiagramExport, getDiagramExport } from './resources/diagram-export.js';
import { mergeDraft } from './resources/draft.js';
import { createDraftTask, getDraftTask } from './resources/draft-task.js';
import { getFlowThumbnail } from './resources/flow.js';
import {
  duplicateLandscape,
  exportLandscapePdf,
  getLandscape,
  listLandscapes,
} from './resources/landscape.js';
import { getOrganization, listOrganizations } from './resources/organization.js';
import { getTechnology, listTechnologies } from './resources/technology.js';
import { listTemplates } from './resources/template.js';
import { listOrganizationUsers, login, updateOrganizationUser } from './resources/user.js';
import { getVersion, getVersionRevert, listVersions, revertVersion } from './resources/version.js';

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
