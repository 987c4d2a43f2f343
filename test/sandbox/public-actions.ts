/**
 * Action types of the logs as generated clients declare them: required and optional fields of `props` and
 * `context`. A field is `name:type`, text by default and for enumerations; `?` marks one that may be missing
 * or null.
 */
export interface PublicAction {
  props?: string;
  context?: string;
}

export const PUBLIC_ACTIONS: Readonly<Record<string, PublicAction>> = {
  'api-key-create': {
    props: 'name permission',
  },
  'api-key-delete': {
    context: 'name',
  },
  'api-key-update': {
    props: 'name? permission?',
    context: 'name',
  },
  'comment-create': {
    props: 'body:any commit?:number mentionedUserIds?:list<text> handleId?',
    context: `
    domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> targetHandleId?
    targetName?`,
  },
  'comment-delete': {
    context: `
    domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> targetHandleId?
    targetName?`,
  },
  'comment-reply-create': {
    props: 'content mentionedUserIds?:list<text>',
    context: 'commentHandleId? domainHandleId? domainName?',
  },
  'comment-reply-delete': {
    context: 'commentHandleId? domainHandleId? domainName?',
  },
  'comment-reply-update': {
    props: 'content? mentionedUserIds?:list<text>',
    context: 'commentHandleId? domainHandleId? domainName?',
  },
  'comment-update': {
    props: 'body?:any commit?:number mentionedUserIds?:list<text>',
    context: `
    domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> targetHandleId?
    targetName?`,
  },
  'diagram-content-create': {
    props: `
    comments?:map<DiagramComment> commit?:number connections?:map<DiagramConnection>
    objects?:map<DiagramObject>`,
    context: `
    comments?:map<ActionDiagramContentContextComment>
    connections?:map<ActionDiagramContentContextConnection> domainHandleId? domainName?
    groupHandleId? groupName? modelFamily?:list<ActionContextModelObject> name
    objects?:map<ActionDiagramContentContextObject> type`,
  },
  'diagram-content-delete': {
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type',
  },
  'diagram-content-update': {
    props: 'comments?:any commit?:number connections?:any objects?:any',
    context: `
    comments?:map<ActionDiagramContentContextComment>
    connections?:map<ActionDiagramContentContextConnection> domainHandleId? domainName?
    groupHandleId? groupName? modelFamily?:list<ActionContextModelObject> name
    objects?:map<ActionDiagramContentContextObject> type`,
  },
  'diagram-content-view': {
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type',
  },
  'diagram-create': {
    props: `
    commit?:number description? groupId? index:number labels?:map<text> modelId name parentId?
    pinned?:flag pinnedAt?:time pinnedIndex?:number status? zoomOverrides?:map<text> handleId? type`,
    context: `
    domainHandleId? domainName? groupHandleId? groupName?
    modelFamily?:list<ActionContextModelObject>`,
  },
  'diagram-delete': {
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type',
  },
  'diagram-export': {
    props: 'bucketPath filename options?:DiagramExportImageOptions versionId',
    context: 'diagramName diagramType draftHandleId? draftName? flowHandleId? flowName? versionName',
  },
  'diagram-group-create': {
    props: 'commit?:number index?:number labels?:map<text> modelId name handleId?',
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject>',
  },
  'diagram-group-delete': {
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name',
  },
  'diagram-group-update': {
    props: 'commit?:number index?:number labels?:map<text> modelId? name?',
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name',
  },
  'diagram-update': {
    props: `
    commit?:number description? groupId? index?:number labels?:map<text> modelId? name? parentId?
    pinned?:flag pinnedAt?:time pinnedIndex?:number status? zoomOverrides?:map<text>`,
    context: `
    domainHandleId? domainName? groupHandleId? groupName?
    modelFamily?:list<ActionContextModelObject> name type`,
  },
  'domain-create': {
    props: 'commit?:number index?:number labels?:map<text> name handleId?',
  },
  'domain-delete': {
    context: 'name',
  },
  'domain-update': {
    props: 'commit?:number index?:number labels?:map<text> name?',
    context: 'name',
  },
  'draft-create': {
    props: `
    changeSummary?:DraftChangeSummary commit?:number handleId? labels?:map<text> name status
    summaryDirtiedAt?:time`,
    context: 'name versionName?',
  },
  'draft-delete': {
    context: 'name versionName?',
  },
  'draft-merge': {
    context: 'name',
  },
  'draft-task-create': {
    props: 'commit?:number task:any',
    context: 'draftName',
  },
  'draft-update': {
    props: `
    changeSummary?:DraftChangeSummary commit?:number handleId? labels?:map<text> name? status?
    summaryDirtiedAt?:time`,
    context: 'name',
  },
  'draft-view': {
    context: 'name',
  },
  'flow-create': {
    props: `
    commit?:number index?:number labels?:map<text> name pinned?:flag pinnedAt?:time
    pinnedIndex?:number showAllSteps?:flag showConnectionNames?:flag steps?:map<FlowStep> diagramId
    handleId?`,
    context: `
    diagramHandleId? diagramName? diagramType? domainHandleId? domainName?
    modelFamily?:list<ActionContextModelObject>`,
  },
  'flow-delete': {
    context: `
    diagramHandleId? diagramName? diagramType? domainHandleId? domainName?
    modelFamily?:list<ActionContextModelObject> name`,
  },
  'flow-update': {
    props: `
    commit?:number index?:number labels?:map<text> name? pinned?:flag pinnedAt?:time
    pinnedIndex?:number showAllSteps?:flag showConnectionNames?:flag steps?:any`,
    context: `
    diagramHandleId? diagramName? diagramType? domainHandleId? domainName?
    modelFamily?:list<ActionContextModelObject> name objects?:map<ActionFlowContextObject>`,
  },
  'flow-view': {
    context: `
    diagramHandleId? diagramName? diagramType? domainHandleId? domainName?
    modelFamily?:list<ActionContextModelObject> name`,
  },
  'landscape-copy': {
    props: 'targetLandscapeId',
    context: 'name targetLandscapeName',
  },
  'landscape-create': {
    context: 'backstageImport?:flag name structurizrImport?:flag',
  },
  'landscape-delete': {
    context: 'name',
  },
  'landscape-duplicate': {
    props: 'targetOrganizationId?',
    context: 'name targetOrganizationName?',
  },
  'landscape-export': {
    props: `
    bucketPath filename filter?:LandscapeExportFilter options?:LandscapeExportOptions type versionId`,
    context: `
    draftHandleId? draftName? filterDiagramHandleId? filterDiagramName? filterDiagramType?
    filterFlowHandleId? filterFlowName? filterModelObjectHandleId? filterModelObjectName?
    filterModelObjectType? landscapeName versionName`,
  },
  'landscape-import': {
    props: `
    bucketPath modelConnectionCount:number modelObjectCount:number modelObjectTypeCount:map<number>
    prune?:flag tagCount:number tagGroupCount:number versionId`,
    context: 'landscapeName versionName',
  },
  'landscape-update': {
    props: 'name? organizationId? scheduledVersions?:flag',
    context: 'name',
  },
  'model-connection-create': {
    props: `
    commit?:number description? direction? labels?:map<text> links?:map<RealityLinkRequired> name
    originId status? tagIds?:list<text> targetId technologyIds?:list<text> viaId? handleId?`,
    context: `
    domainHandleId? domainName? originModelFamily?:list<ActionContextModelObject>
    tagNames?:map<text> targetModelFamily?:list<ActionContextModelObject> technologyNames?:map<text>
    viaModelFamily?:list<ActionContextModelObject>`,
  },
  'model-connection-delete': {
    context: `
    domainHandleId? domainName? name originModelFamily?:list<ActionContextModelObject>
    tagNames?:map<text> targetModelFamily?:list<ActionContextModelObject> technologyNames?:map<text>
    viaModelFamily?:list<ActionContextModelObject>`,
  },
  'model-connection-update': {
    props: `
    commit?:number description? direction? labels?:map<text> links?:any name? originId? status?
    tagIds?:any targetId? technologyIds?:any viaId?`,
    context: `
    domainHandleId? domainName? name originModelFamily?:list<ActionContextModelObject>
    tagNames?:map<text> targetModelFamily?:list<ActionContextModelObject> technologyNames?:map<text>
    viaModelFamily?:list<ActionContextModelObject>`,
  },
  'model-connections-export': {
    props: 'type versionId',
    context: 'landscapeName versionName',
  },
  'model-object-create': {
    props: `
    caption? commit?:number description? external?:flag groupIds?:list<text> icon?:ModelObjectIcon
    labels?:map<text> links?:map<RealityLinkRequired> name parentId? status? tagIds?:list<text>
    teamIds?:list<text> teamOnlyEditing?:flag technologyIds?:list<text> type domainId? handleId?`,
    context: `
    domainHandleId? domainName? groupNames?:map<text> modelFamily?:list<ActionContextModelObject>
    tagNames?:map<text> teamNames?:map<text> technologyNames?:map<text>`,
  },
  'model-object-delete': {
    context: `
    domainHandleId? domainName? groupNames?:map<text> modelFamily?:list<ActionContextModelObject>
    name tagNames?:map<text> teamNames?:map<text> technologyNames?:map<text> type`,
  },
  'model-object-dependencies-export': {
    props: 'type versionId',
    context: `
    domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type versionName`,
  },
  'model-object-update': {
    props: `
    caption? commit?:number description? external?:flag groupIds?:any icon?:ModelObjectIcon
    labels?:map<text> links?:any name? parentId? status? tagIds?:any teamIds?:any
    teamOnlyEditing?:flag technologyIds?:any type?`,
    context: `
    domainHandleId? domainName? groupNames?:map<text> modelFamily?:list<ActionContextModelObject>
    name tagNames?:map<text> teamNames?:map<text> technologyNames?:map<text> type`,
  },
  'model-objects-export': {
    props: 'type versionId',
    context: 'landscapeName versionName',
  },
  'oauth-consent-deny': {
    props: 'clientName',
  },
  'oauth-consent-grant': {
    props: 'clientName landscapeId',
  },
  'organization-create': {
    props: `
    aiFeatures?:OrganizationAiFeatures aiFeaturesEnabled?:flag aiModel? billingCurrency?
    billingCycle? billingEmail? experiments?:map<flag> language? lineShapeDefault? name
    oauthLandscapeWriteEnabled?:flag shareLinkAuthDomains?:list<text> shareLinksEnabled?:flag`,
    context: 'name',
  },
  'organization-delete': {
    context: 'name',
  },
  'organization-update': {
    props: `
    aiFeatures?:OrganizationAiFeatures aiFeaturesEnabled?:flag aiModel? billingCurrency?
    billingCycle? billingEmail? experiments?:map<flag> language? lineShapeDefault? name?
    oauthLandscapeWriteEnabled?:flag shareLinkAuthDomains?:list<text> shareLinksEnabled?:flag`,
    context: 'name',
  },
  'organization-user-add': {
    props: 'landscapePermissions?:map<flag> permission',
    context: 'email landscapeNames?:map<text> name?',
  },
  'organization-user-invite-create': {
    props: 'email expiresAt:time landscapePermissions?:map<flag> permission',
    context: 'landscapeNames?:map<text>',
  },
  'organization-user-invite-revoke': {
    context: 'email landscapeNames?:map<text> permission',
  },
  'organization-user-remove': {
    context: 'email landscapeNames?:map<text> landscapePermissions?:map<flag> name? permission',
  },
  'organization-user-update': {
    props: 'landscapePermissions?:map<flag> permission',
    context: 'email landscapeNames?:map<text> name?',
  },
  'share-link-create': {
    props: 'password? protected:flag draftId?',
    context: 'draftHandleId? draftName? versionModelHandleId? versionName',
  },
  'share-link-delete': {
    context: 'draftHandleId? draftName? shortId versionModelHandleId? versionName',
  },
  'share-link-update': {
    props: 'password? protected?:flag resetShortId:flag',
    context: 'draftHandleId? draftName? shortId versionModelHandleId? versionName',
  },
  'tag-create': {
    props: 'color commit?:number groupId index:number labels?:map<text> name handleId?',
    context: 'groupHandleId? groupName?',
  },
  'tag-delete': {
    context: 'groupHandleId? groupName? name',
  },
  'tag-group-create': {
    props: 'commit?:number icon index:number labels?:map<text> name handleId?',
  },
  'tag-group-delete': {
    context: 'name',
  },
  'tag-group-update': {
    props: 'commit?:number icon? index?:number labels?:map<text> name?',
    context: 'name',
  },
  'tag-update': {
    props: 'color? commit?:number groupId? index?:number labels?:map<text> name?',
    context: 'groupHandleId? groupName? name',
  },
  'team-create': {
    props: 'color? name userIds?:list<text>',
    context: 'userNames?:map<text>',
  },
  'team-delete': {
    context: 'name userNames?:map<text>',
  },
  'team-update': {
    props: 'color? name? userIds?:list<text>',
    context: 'name userNames?:map<text>',
  },
  'user-login': {},
  'user-login-failed': {
    props: 'code message',
  },
  'user-logout': {},
  'version-create': {
    props: 'modelHandleId? name notes',
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject>',
  },
  'version-delete': {
    context: 'domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> versionName',
  },
  'version-revert-create': {
    props: 'notes versionId',
    context: 'name',
  },
};

/** Records in the fields above. */
export const PUBLIC_ACTION_TYPES: Readonly<Record<string, string>> = {
  ActionContextModelObject: 'handleId name type',
  ActionDiagramContentContextComment: 'commentBodyType commentHandleId',
  ActionDiagramContentContextConnection: 'modelHandleId? modelName?',
  ActionDiagramContentContextObject: 'modelHandleId modelName modelType type',
  ActionFlowContextObject: 'type',
  DiagramComment: 'commentId id x:number y:number',
  DiagramCommentPartial: 'commentId? id? x?:number y?:number',
  DiagramConnection: `
    id labelPosition:number lineShape modelId? originConnector? originId? points:list<any>
    targetConnector? targetId?`,
  DiagramExportImageOptions: `
    draftId? flowId? flowPathIds?:list<text> focusIds?:list<text> groupId? hideIds?:list<text>
    maxWidth?:number pinIds?:list<text> tab?:any theme?`,
  DiagramObject: 'height:number id modelId shape type width:number x:number y:number',
  DraftChangeSummary: 'createdAt:time summary updatedAt:time',
  FlowStep: `
    description detailedDescription? flowId? id index:number originId? parentId?
    paths?:map<FlowStepPath> targetId? type? viaId?`,
  FlowStepPartial: `
    description? detailedDescription? flowId? id? index?:number originId? parentId?
    paths?:map<FlowStepPath> targetId? type? viaId?`,
  FlowStepPath: 'id index:number name',
  LandscapeExportFilter: `
    diagramId? flowId? includeDiagrams?:flag includeFlows?:flag modelObjectId?`,
  LandscapeExportOptions: 'draftId? orientation?',
  ModelObjectIcon: 'catalogTechnologyId name url? urlDark? urlLight?',
  OrganizationAiFeatures: `
    generateDetailedDescriptions?:flag generateDisplayDescriptions?:flag generateDraftSummary?:flag
    generateObjectSummary?:flag`,
  RealityLinkPartial: 'connectionResolveUrl? connector?:any customName? index?:number url?',
  RealityLinkRequired: 'connectionResolveUrl? connector?:any customName? index?:number url?',
};
