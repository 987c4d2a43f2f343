import type { ActionType } from './enums.js';

const DOMAIN = 'domainHandleId domainName';
const FAMILY = `${DOMAIN} modelFamily`;
const COMMENT = `${FAMILY} targetHandleId targetName`;
const REPLY = `${DOMAIN} commentHandleId`;
const GROUP = 'groupHandleId groupName';
const CONTENT = `${FAMILY} ${GROUP} name type comments connections objects`;
const FLOW = `${FAMILY} diagramHandleId diagramName diagramType`;
const DRAFT = 'draftHandleId draftName';
const OBJECT = `${FAMILY} groupNames tagNames teamNames technologyNames`;
const CONNECTION = `${DOMAIN} originModelFamily targetModelFamily viaModelFamily tagNames technologyNames`;
const LANDSCAPE_VERSION = 'landscapeName versionName';
const MEMBER = 'email landscapeNames name';
const SHARE_LINK = `${DRAFT} versionModelHandleId versionName`;

/** Fields of the `context` of each action type (docs/service.md#action-log). */
export const ACTION_CONTEXTS: Readonly<Record<ActionType, string>> = {
  'api-key-create': '',
  'api-key-delete': 'name',
  'api-key-update': 'name',
  'comment-create': COMMENT,
  'comment-delete': COMMENT,
  'comment-reply-create': REPLY,
  'comment-reply-delete': REPLY,
  'comment-reply-update': REPLY,
  'comment-update': COMMENT,
  'diagram-content-create': CONTENT,
  'diagram-content-delete': `${FAMILY} name type`,
  'diagram-content-update': CONTENT,
  'diagram-content-view': `${FAMILY} name type`,
  'diagram-create': `${FAMILY} ${GROUP}`,
  'diagram-delete': `${FAMILY} name type`,
  'diagram-export': `${DRAFT} diagramName diagramType flowHandleId flowName versionName`,
  'diagram-group-create': FAMILY,
  'diagram-group-delete': `${FAMILY} name`,
  'diagram-group-update': `${FAMILY} name`,
  'diagram-update': `${FAMILY} ${GROUP} name type`,
  'domain-create': '',
  'domain-delete': 'name',
  'domain-update': 'name',
  'draft-create': 'name versionName',
  'draft-delete': 'name versionName',
  'draft-merge': 'name',
  'draft-task-create': 'draftName',
  'draft-update': 'name',
  'draft-view': 'name',
  'flow-create': FLOW,
  'flow-delete': `${FLOW} name`,
  'flow-update': `${FLOW} name objects`,
  'flow-view': `${FLOW} name`,
  'landscape-copy': 'name targetLandscapeName',
  'landscape-create': 'name backstageImport structurizrImport',
  'landscape-delete': 'name',
  'landscape-duplicate': 'name targetOrganizationName',
  'landscape-export': `${DRAFT} filterDiagramHandleId filterDiagramName filterDiagramType filterFlowHandleId
    filterFlowName filterModelObjectHandleId filterModelObjectName filterModelObjectType ${LANDSCAPE_VERSION}`,
  'landscape-import': LANDSCAPE_VERSION,
  'landscape-update': 'name',
  'model-connection-create': CONNECTION,
  'model-connection-delete': `${CONNECTION} name`,
  'model-connection-update': `${CONNECTION} name`,
  'model-connections-export': LANDSCAPE_VERSION,
  'model-object-create': OBJECT,
  'model-object-delete': `${OBJECT} name type`,
  'model-object-dependencies-export': `${FAMILY} name type versionName`,
  'model-object-update': `${OBJECT} name type`,
  'model-objects-export': LANDSCAPE_VERSION,
  'oauth-consent-deny': '',
  'oauth-consent-grant': '',
  'organization-create': 'name',
  'organization-delete': 'name',
  'organization-update': 'name',
  'organization-user-add': MEMBER,
  'organization-user-invite-create': 'landscapeNames',
  'organization-user-invite-revoke': 'email landscapeNames permission',
  'organization-user-remove': `${MEMBER} landscapePermissions permission`,
  'organization-user-update': MEMBER,
  'share-link-create': SHARE_LINK,
  'share-link-delete': `${SHARE_LINK} shortId`,
  'share-link-update': `${SHARE_LINK} shortId`,
  'tag-create': GROUP,
  'tag-delete': `${GROUP} name`,
  'tag-group-create': '',
  'tag-group-delete': 'name',
  'tag-group-update': 'name',
  'tag-update': `${GROUP} name`,
  'team-create': 'userNames',
  'team-delete': 'name userNames',
  'team-update': 'name userNames',
  'user-login': '',
  'user-login-failed': '',
  'user-logout': '',
  'version-create': FAMILY,
  'version-delete': `${FAMILY} versionName`,
  'version-revert-create': 'name',
};

/** Names of the context fields of an action type; empty for unknown types. */
export const contextFields = (type: string): string[] =>
  (ACTION_CONTEXTS[type as ActionType] ?? '').split(/\s+/).filter(Boolean);
