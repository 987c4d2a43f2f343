/** Operations of the newest public client of the service (June 2026): method, path below `/v1`, query parameters. */
const OPERATIONS = `
GET /catalog/technologies/{catalogTechnologyId}
DELETE /landscapes/{landscapeId}
GET /landscapes/{landscapeId}
PATCH /landscapes/{landscapeId}
GET /landscapes/{landscapeId}/action-logs ?filter,cursor
GET /landscapes/{landscapeId}/action-logs/stats/by-entity ?filter,period
GET /landscapes/{landscapeId}/action-logs/stats/by-type ?filter,period
GET /landscapes/{landscapeId}/action-logs/{actionLogId}
GET /landscapes/{landscapeId}/action-logs/{actionLogId}/children ?filter,cursor
POST /landscapes/{landscapeId}/copy ?targetLandscapeId
POST /landscapes/{landscapeId}/duplicate ?targetOrganizationId
GET /landscapes/{landscapeId}/version/reverts
POST /landscapes/{landscapeId}/version/reverts
GET /landscapes/{landscapeId}/version/reverts/{versionRevertId}
PATCH /landscapes/{landscapeId}/version/reverts/{versionRevertId}
GET /landscapes/{landscapeId}/versions ?filter,cursor,limit
POST /landscapes/{landscapeId}/versions
DELETE /landscapes/{landscapeId}/versions/{versionId}
GET /landscapes/{landscapeId}/versions/{versionId}
PATCH /landscapes/{landscapeId}/versions/{versionId}
GET /landscapes/{landscapeId}/versions/{versionId}/adrs ?filter,cursor,limit
POST /landscapes/{landscapeId}/versions/{versionId}/adrs
DELETE /landscapes/{landscapeId}/versions/{versionId}/adrs/{adrId}
GET /landscapes/{landscapeId}/versions/{versionId}/adrs/{adrId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/adrs/{adrId}
GET /landscapes/{landscapeId}/versions/{versionId}/comments ?status
POST /landscapes/{landscapeId}/versions/{versionId}/comments
DELETE /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}
GET /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}
PUT /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}
GET /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}/replies
POST /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}/replies
DELETE /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}/replies/{commentReplyId}
GET /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}/replies/{commentReplyId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}/replies/{commentReplyId}
PUT /landscapes/{landscapeId}/versions/{versionId}/comments/{commentId}/replies/{commentReplyId}
GET /landscapes/{landscapeId}/versions/{versionId}/diagram-groups ?filter
POST /landscapes/{landscapeId}/versions/{versionId}/diagram-groups
DELETE /landscapes/{landscapeId}/versions/{versionId}/diagram-groups/{diagramGroupId}
GET /landscapes/{landscapeId}/versions/{versionId}/diagram-groups/{diagramGroupId}
HEAD /landscapes/{landscapeId}/versions/{versionId}/diagram-groups/{diagramGroupId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/diagram-groups/{diagramGroupId}
PUT /landscapes/{landscapeId}/versions/{versionId}/diagram-groups/{diagramGroupId}
GET /landscapes/{landscapeId}/versions/{versionId}/diagrams ?filter
POST /landscapes/{landscapeId}/versions/{versionId}/diagrams ?updateViewedAt
GET /landscapes/{landscapeId}/versions/{versionId}/diagrams/thumbnails ?filter
DELETE /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId} ?updateViewedAt
GET /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId} ?updateViewedAt
HEAD /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId} ?updateViewedAt
PATCH /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId} ?updateViewedAt
PUT /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId} ?updateViewedAt
GET /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/content ?updateViewedAt
PATCH /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/content ?updateViewedAt
PUT /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/content ?updateViewedAt
POST /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/export/image
GET /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/export/image/{diagramExportImageId}
GET /landscapes/{landscapeId}/versions/{versionId}/diagrams/{diagramId}/thumbnail
GET /landscapes/{landscapeId}/versions/{versionId}/domains ?filter
POST /landscapes/{landscapeId}/versions/{versionId}/domains
DELETE /landscapes/{landscapeId}/versions/{versionId}/domains/{domainId}
GET /landscapes/{landscapeId}/versions/{versionId}/domains/{domainId}
HEAD /landscapes/{landscapeId}/versions/{versionId}/domains/{domainId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/domains/{domainId}
PUT /landscapes/{landscapeId}/versions/{versionId}/domains/{domainId}
GET /landscapes/{landscapeId}/versions/{versionId}/drafts ?filter
POST /landscapes/{landscapeId}/versions/{versionId}/drafts
DELETE /landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}
GET /landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}
PUT /landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}
POST /landscapes/{landscapeId}/versions/{versionId}/drafts/{draftId}/merge
POST /landscapes/{landscapeId}/versions/{versionId}/export ?type,filter
GET /landscapes/{landscapeId}/versions/{versionId}/export/{landscapeExportId}
GET /landscapes/{landscapeId}/versions/{versionId}/flows ?filter
POST /landscapes/{landscapeId}/versions/{versionId}/flows
GET /landscapes/{landscapeId}/versions/{versionId}/flows/thumbnails ?filter
DELETE /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}
GET /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}
HEAD /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}
PUT /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}
GET /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}/export/code
GET /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}/export/mermaid
GET /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}/export/text
GET /landscapes/{landscapeId}/versions/{versionId}/flows/{flowId}/thumbnail
POST /landscapes/{landscapeId}/versions/{versionId}/import ?prune
GET /landscapes/{landscapeId}/versions/{versionId}/import/{landscapeImportId}
GET /landscapes/{landscapeId}/versions/{versionId}/model/connections ?filter,cursor,limit,expand
POST /landscapes/{landscapeId}/versions/{versionId}/model/connections
GET /landscapes/{landscapeId}/versions/{versionId}/model/connections/export/csv
DELETE /landscapes/{landscapeId}/versions/{versionId}/model/connections/{modelConnectionId}
GET /landscapes/{landscapeId}/versions/{versionId}/model/connections/{modelConnectionId} ?expand
PATCH /landscapes/{landscapeId}/versions/{versionId}/model/connections/{modelConnectionId} ?updateDiagrams
PUT /landscapes/{landscapeId}/versions/{versionId}/model/connections/{modelConnectionId} ?originConnector,targetConnector,updateDiagrams
POST /landscapes/{landscapeId}/versions/{versionId}/model/connections/{modelConnectionId}/generate-description
GET /landscapes/{landscapeId}/versions/{versionId}/model/dependencies ?filter
GET /landscapes/{landscapeId}/versions/{versionId}/model/objects ?filter,cursor,limit,expand
POST /landscapes/{landscapeId}/versions/{versionId}/model/objects
GET /landscapes/{landscapeId}/versions/{versionId}/model/objects/export/csv
DELETE /landscapes/{landscapeId}/versions/{versionId}/model/objects/{modelObjectId}
GET /landscapes/{landscapeId}/versions/{versionId}/model/objects/{modelObjectId} ?expand
PATCH /landscapes/{landscapeId}/versions/{versionId}/model/objects/{modelObjectId}
PUT /landscapes/{landscapeId}/versions/{versionId}/model/objects/{modelObjectId}
GET /landscapes/{landscapeId}/versions/{versionId}/model/objects/{modelObjectId}/dependencies/export/json
GET /landscapes/{landscapeId}/versions/{versionId}/search ?search,filter,includeData,maxResults
DELETE /landscapes/{landscapeId}/versions/{versionId}/share-link
GET /landscapes/{landscapeId}/versions/{versionId}/share-link
PATCH /landscapes/{landscapeId}/versions/{versionId}/share-link ?resetShortId
POST /landscapes/{landscapeId}/versions/{versionId}/share-link
GET /landscapes/{landscapeId}/versions/{versionId}/tag-groups ?filter
POST /landscapes/{landscapeId}/versions/{versionId}/tag-groups
DELETE /landscapes/{landscapeId}/versions/{versionId}/tag-groups/{tagGroupId}
GET /landscapes/{landscapeId}/versions/{versionId}/tag-groups/{tagGroupId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/tag-groups/{tagGroupId}
PUT /landscapes/{landscapeId}/versions/{versionId}/tag-groups/{tagGroupId}
GET /landscapes/{landscapeId}/versions/{versionId}/tags ?filter
POST /landscapes/{landscapeId}/versions/{versionId}/tags
DELETE /landscapes/{landscapeId}/versions/{versionId}/tags/{tagId}
GET /landscapes/{landscapeId}/versions/{versionId}/tags/{tagId}
PATCH /landscapes/{landscapeId}/versions/{versionId}/tags/{tagId}
PUT /landscapes/{landscapeId}/versions/{versionId}/tags/{tagId}
GET /organizations ?admin
POST /organizations
DELETE /organizations/{organizationId}
GET /organizations/{organizationId}
PATCH /organizations/{organizationId}
GET /organizations/{organizationId}/landscapes
POST /organizations/{organizationId}/landscapes
GET /organizations/{organizationId}/logs ?filter,cursor
GET /organizations/{organizationId}/logs/stats/by-entity ?filter,period
GET /organizations/{organizationId}/logs/stats/by-type ?filter,period
GET /organizations/{organizationId}/logs/{organizationLogId}
GET /organizations/{organizationId}/teams
POST /organizations/{organizationId}/teams
DELETE /organizations/{organizationId}/teams/{teamId}
GET /organizations/{organizationId}/teams/{teamId}
PATCH /organizations/{organizationId}/teams/{teamId}
GET /organizations/{organizationId}/teams/{teamId}/landscapes
GET /organizations/{organizationId}/teams/{teamId}/model/objects
GET /organizations/{organizationId}/technologies ?filter
POST /organizations/{organizationId}/technologies
DELETE /organizations/{organizationId}/technologies/{catalogTechnologyId}
GET /organizations/{organizationId}/technologies/{catalogTechnologyId}
PATCH /organizations/{organizationId}/technologies/{catalogTechnologyId}
GET /organizations/{organizationId}/users
GET /organizations/{organizationId}/users/invites
POST /organizations/{organizationId}/users/invites
POST /organizations/{organizationId}/users/invites/{organizationUserInviteId}
DELETE /organizations/{organizationId}/users/{userId}
PATCH /organizations/{organizationId}/users/{userId}
`;

export interface NewestOperation {
  method: string;
  path: string;
  query: readonly string[];
}

export const NEWEST_OPERATIONS: readonly NewestOperation[] = OPERATIONS.trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', query = ''] = line.split(' ');
    return { method, path, query: query.slice(1).split(',').filter(Boolean) };
  });
