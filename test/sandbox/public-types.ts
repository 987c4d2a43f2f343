/**
 * Record types that generated clients expect (docs/service.md#records): field names, with `?` for optional
 * ones, and types, text by default, with `~` for nullable ones. Responses may have further fields.
 */

const STAMPS = 'createdAt createdBy createdById updatedAt updatedBy updatedById';
const VERSIONED = `${STAMPS} id landscapeId versionId handleId commit:number version:number deletedAt? deletedBy?
  deletedById? latestEntityId?`;

/** Fields by kind of record, in this short form. */
export const PUBLIC_FIELDS: Readonly<Record<string, string>> = {
  modelObject: `
    ${VERSIONED} caption? description? name status type domainId external:boolean teamOnlyEditing:boolean
    linked:boolean groupIds:list tagIds:list teamIds:list technologyIds:list childDiagramIds:list
    childIds:list parentIds:list icon:map~ labels:map links:map diagrams:map flows:map parentId:text~`,
  modelConnection: `
    ${VERSIONED} description? name originId status targetId direction:text~ viaId:text~ labels:map
    links:map diagrams:map flows:map tagIds:list technologyIds:list linked:boolean`,
  diagram: `
    ${VERSIONED} description modelId name pinnedAt? status type groupId:text~ parentId:text~ index:number
    pinnedIndex?:number commentCount:number connectionCount:number labels:map objectCount:map
    pinned:boolean zoomOverrides?:map~`,
  diagramContent: `
    ${VERSIONED} comments:map connections:map objects:map groupId:text~ modelId name status type viewedAt?
    viewedBy? viewedById?`,
  diagramObject: 'height:number width:number x:number y:number id modelId shape type',
  diagramConnection: `
    id lineShape labelPosition:number modelId:text~ originConnector:text~ originId:text~
    targetConnector:text~ targetId:text~ points:list`,
  draft: `
    ${VERSIONED} changeSummary?:map labels:map name status summaryDirtiedAt? mergedAt? mergedBy?
    mergedById? originVersionId viewedAt? viewedBy? viewedById?`,
  adr: `
    ${VERSIONED} number:number name status description? content? relatedItems?:map statusChanges?:list`,
  flow: `
    ${VERSIONED} index:number pinnedIndex?:number labels:map steps:map name pinnedAt? diagramId viewedAt?
    viewedBy? viewedById? pinned:boolean showAllSteps:boolean showConnectionNames:boolean`,
  flowStep: `
    description detailedDescription? id flowId:text~ originId:text~ parentId:text~ targetId:text~
    type:text~ viaId:text~ index:number paths:map~`,
  tag: `${VERSIONED} color groupId name index:number labels:map modelConnectionIds:list modelObjectIds:list`,
  tagGroup: `${VERSIONED} icon name index:number labels:map`,
  domain: `${VERSIONED} index:number labels:map name`,
  diagramGroup: `${VERSIONED} index:number labels:map modelId name`,
  comment: `${VERSIONED} body:map diagrams:map mentionedUserIds:list replyCount:number`,
  commentReply: `
    ${STAMPS} content commentId deletedAt? deletedBy? deletedById? id landscapeId latestEntityId? versionId
    mentionedUserIds:list`,
  version: `${STAMPS} modelHandleId:text~ name notes completedAt? id landscapeId diagramHandleIds:list tags:list`,
  versionRevert: `${STAMPS} notes versionId id landscapeId diagramHandleIds:list`,
  landscape: `${STAMPS} name organizationId id scheduledVersions:boolean`,
  organization: `
    ${STAMPS} aiFeatures?:map experiments?:map users:map aiFeaturesEnabled?:boolean
    shareLinksEnabled:boolean billingPaymentMethod:boolean billingCurrency? billingCycle? billingEmail?
    language? lineShapeDefault name billingCollectionMethod? cancelAt? canceledAt? id plan planEndsAt?
    status trialEndsAt? shareLinkAuthDomains:list~ autoInviteDomains:list userIds:list seats:number`,
  actionLog: `
    action:map actionIds:list id importance landscapeId performedAt performedBy performedById
    performedByName? parentId:text~`,
  organizationLog: `
    action:map actionIds:list id landscapeId? performedAt performedBy performedById performedByName?
    parentId:text~`,
  catalogTechnology: `
    ${STAMPS} category? color deprecatedAt? description? docsUrl? name nameShort? rejectionMessage?
    rejectionReason? status? updatesUrl? websiteUrl? awsXmlSelector? azureUpdatesKeyword? defaultSlug?
    deletedAt? deletedBy? deletedById? id updatesXmlUrl? iconUrlDark:any~ iconUrlLight:any~
    provider:text~ type:text~ iconUrl:text~ organizationId:text~ restrictions:list~ disabled:boolean
    slugs?:list`,
  diagramExportImage: `
    completedAt? createdAt deleteAt diagramId id landscapeId versionId error:text~ fileUrls:map
    options:map`,
  landscapeExport: `
    completedAt? createdAt deleteAt id landscapeId type versionId error:text~ fileUrl:text~ filter?:map
    options?:map`,
  team: `${STAMPS} color name id organizationId userIds:list modelObjectHandleIds:list`,
  shareLink: `${STAMPS} password? id landscapeId shortId versionId protected:boolean draftId?:text~`,
  organizationUserInvite: `
    email expiresAt permission createdAt createdBy createdById id organizationId revokedAt? revokedBy?
    revokedById? usedAt? usedByUserId? landscapePermissions?:map`,
  diagramThumbnail: 'createdAt expires handleId id modelId name type updatedAt url index:number',
  flowThumbnail: 'createdAt diagramId expires handleId id name updatedAt url',
  realityLink: `
    connectionResolveUrl? url? errorMessage? id name? status? connector?:map customName?:text~
    index:number`,
  user: `
    c4ModelExperience? email jobRole? name? referredBy? referredByOrganizationId? referredByUserId?
    theme createdAt id lastActiveAt defaultOrganizationId:text~ defaultOrganizationLandscapeIds:map~
    notifications:map`,
  apiKey: `${STAMPS} name permission id organizationId`,
  landscapeTemplate: 'caption imageUrl landscapeId name createdAt id updatedAt',
};
