/**
 * Types of the newest public client of the service (June 2026), one per line: name, then the fields as `name:type`, text
 * by default, with `?` for optional ones. A line with `=` is an enumeration. Types that no line declares are unions or
 * lists of alternatives. Facts, not choices: test/contract/newest-types.test.ts lists the differences.
 */
const TYPES = `
ActionApiKeyContext name
ActionApiKeyCreate id props:ApiKeyRequired type:Type
ActionApiKeyDelete context:ActionApiKeyContext id type:Type
ActionApiKeyUpdate context:ActionApiKeyContext id props:ApiKeyPartial type:Type
ActionCommentCreate context:ActionCommentCreateContext id props:CommentRequired type:Type
ActionCommentCreateContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> targetHandleId? targetName?
ActionCommentDelete context:ActionCommentDeleteContext id type:Type
ActionCommentDeleteContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> targetHandleId? targetName?
ActionCommentReplyCreate context:ActionCommentReplyCreateContext id props:CommentReplyRequired type:Type
ActionCommentReplyCreateContext commentHandleId? domainHandleId? domainName?
ActionCommentReplyDelete context:ActionCommentReplyDeleteContext id type:Type
ActionCommentReplyDeleteContext commentHandleId? domainHandleId? domainName?
ActionCommentReplyUpdate context:ActionCommentReplyUpdateContext id props:CommentReplyPartial type:Type
ActionCommentReplyUpdateContext commentHandleId? domainHandleId? domainName?
ActionCommentUpdate context:ActionCommentUpdateContext id props:CommentPartial type:Type
ActionCommentUpdateContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> targetHandleId? targetName?
ActionContextModelObject handleId name type:ModelObjectType
ActionDiagramContentContextComment commentBodyType:CommentBodyType commentHandleId
ActionDiagramContentContextConnection modelHandleId? modelName?
ActionDiagramContentContextObject modelHandleId modelName modelType:ModelObjectType type:DiagramObjectType
ActionDiagramContentCreate context:ActionDiagramContentCreateContext id props:DiagramContentRequired type:Type
ActionDiagramContentCreateContext comments?:map<ActionDiagramContentContextComment> connections?:map<ActionDiagramContentContextConnection> domainHandleId? domainName? groupHandleId? groupName? modelFamily?:list<ActionContextModelObject> name objects?:map<ActionDiagramContentContextObject> type:DiagramType
ActionDiagramContentDelete context:ActionDiagramContentDeleteContext id type:Type
ActionDiagramContentDeleteContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type:DiagramType
ActionDiagramContentUpdate context:ActionDiagramContentUpdateContext id props:DiagramContentPartial type:Type
ActionDiagramContentUpdateContext comments?:map<ActionDiagramContentContextComment> connections?:map<ActionDiagramContentContextConnection> domainHandleId? domainName? groupHandleId? groupName? modelFamily?:list<ActionContextModelObject> name objects?:map<ActionDiagramContentContextObject> type:DiagramType
ActionDiagramContentView context:ActionDiagramContentViewContext id type:Type
ActionDiagramContentViewContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type:DiagramType
ActionDiagramCreate context:ActionDiagramCreateContext id props:DiagramRequired type:Type
ActionDiagramCreateContext domainHandleId? domainName? groupHandleId? groupName? modelFamily?:list<ActionContextModelObject>
ActionDiagramDelete context:ActionDiagramDeleteContext id type:Type
ActionDiagramDeleteContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type:DiagramType
ActionDiagramExport context:ActionDiagramExportContext id props:ActionDiagramExportProps type:Type
ActionDiagramExportContext diagramName diagramType:DiagramType draftHandleId? draftName? flowHandleId? flowName? versionName
ActionDiagramExportProps bucketPath filename options?:DiagramExportImageOptions versionId
ActionDiagramGroupCreate context:ActionDiagramGroupCreateContext id props:DiagramGroupRequired type:Type
ActionDiagramGroupCreateContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject>
ActionDiagramGroupDelete context:ActionDiagramGroupDeleteContext id type:Type
ActionDiagramGroupDeleteContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name
ActionDiagramGroupUpdate context:ActionDiagramGroupUpdateContext id props:DiagramGroupPartial type:Type
ActionDiagramGroupUpdateContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name
ActionDiagramUpdate context:ActionDiagramUpdateContext id props:DiagramPartial type:Type
ActionDiagramUpdateContext domainHandleId? domainName? groupHandleId? groupName? modelFamily?:list<ActionContextModelObject> name type:DiagramType
ActionDomainCreate id props:DomainRequired type:Type
ActionDomainDelete context:ActionDomainDeleteContext id type:Type
ActionDomainDeleteContext name
ActionDomainUpdate context:ActionDomainUpdateContext id props:DomainPartial type:Type
ActionDomainUpdateContext name
ActionDraftCreate context:ActionDraftCreateContext id ids?:list<text> props:DraftRequired type:Type
ActionDraftCreateContext name versionName?
ActionDraftDelete context:ActionDraftDeleteContext id type:Type
ActionDraftDeleteContext name versionName?
ActionDraftMerge context:ActionDraftMergeContext id type:Type
ActionDraftMergeContext name
ActionDraftTaskCreate context:ActionDraftTaskCreateContext id props:DraftTaskRequired type:Type
ActionDraftTaskCreateContext draftName
ActionDraftUpdate context:ActionDraftUpdateContext id props:DraftPartial type:Type
ActionDraftUpdateContext name
ActionDraftView context:ActionDraftViewContext id type:Type
ActionDraftViewContext name
ActionFlowContextObject type:DiagramObjectType
ActionFlowCreate context:ActionFlowCreateContext id props:FlowRequired type:Type
ActionFlowCreateContext diagramHandleId? diagramName? diagramType?:DiagramType domainHandleId? domainName? modelFamily?:list<ActionContextModelObject>
ActionFlowDelete context:ActionFlowDeleteContext id type:Type
ActionFlowDeleteContext diagramHandleId? diagramName? diagramType?:DiagramType domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name
ActionFlowUpdate context:ActionFlowUpdateContext id props:FlowPartial type:Type
ActionFlowUpdateContext diagramHandleId? diagramName? diagramType?:DiagramType domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name objects?:map<ActionFlowContextObject>
ActionFlowView context:ActionFlowViewContext id type:Type
ActionFlowViewContext diagramHandleId? diagramName? diagramType?:DiagramType domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name
ActionLandscapeCopy context:ActionLandscapeCopyContext id props:ActionLandscapeCopyProps type:Type
ActionLandscapeCopyContext name targetLandscapeName
ActionLandscapeCopyProps targetLandscapeId
ActionLandscapeCreate context:ActionLandscapeCreateContext id type:Type
ActionLandscapeCreateContext backstageImport?:flag name structurizrImport?:flag
ActionLandscapeDelete context:ActionLandscapeDeleteContext id type:Type
ActionLandscapeDeleteContext name
ActionLandscapeDuplicate context:ActionLandscapeDuplicateContext id props:ActionLandscapeDuplicateProps type:Type
ActionLandscapeDuplicateContext name targetOrganizationName?
ActionLandscapeDuplicateProps targetOrganizationId?
ActionLandscapeExport context:ActionLandscapeExportContext id props:ActionLandscapeExportProps type:Type
ActionLandscapeExportContext draftHandleId? draftName? filterDiagramHandleId? filterDiagramName? filterDiagramType?:DiagramType filterFlowHandleId? filterFlowName? filterModelObjectHandleId? filterModelObjectName? filterModelObjectType?:ModelObjectType landscapeName versionName
ActionLandscapeExportProps bucketPath filename filter?:LandscapeExportFilter options?:LandscapeExportOptions type:LandscapeExportType versionId
ActionLandscapeImport context:ActionLandscapeImportContext id props:ActionLandscapeImportProps type:Type
ActionLandscapeImportContext landscapeName versionName
ActionLandscapeImportProps bucketPath modelConnectionCount:number modelObjectCount:number modelObjectTypeCount:map<number> prune?:flag tagCount:number tagGroupCount:number versionId
ActionLandscapeUpdate context:ActionLandscapeUpdateContext id props:LandscapePartial type:Type
ActionLandscapeUpdateContext name
ActionLog action:Action actionIds:list<text> id landscapeId parentId? performedAt:time performedBy:AuthType performedByAuthProvider? performedByClientId? performedById performedByIp? performedByName? performedByUserAgent?
ActionLogFilter actionId? actionType?:ActionLogFilterActionType endAtDate?:time endAtId? endBeforeDate?:time endBeforeId? includeActionsInContext?:flag limit?:number order?:Order performedBy?:PerformedBy performedById?:PerformedById startAfterDate?:time startAfterId? startAtDate?:time startAtId?
ActionLogFilterActionType $not?:Not_
ActionLogStatsContributor contributedAt:time count:number id name? type:AuthType
ActionLogStatsDateByEntity date:time entities:map<ActionLogStatsItemByEntity>
ActionLogStatsDateByType actions:map<ActionLogStatsItemByType> date:time
ActionLogStatsFilter actionType?:ActionType endAtDate?:time entityId?:EntityId performedBy?:PerformedBy performedById?:PerformedById startAtDate?:time
ActionLogStatsItemByEntity contributors:map<ActionLogStatsContributor> count:number entityId
ActionLogStatsItemByType contributors:map<ActionLogStatsContributor> count:number type:LandscapeActionType
ActionLogStatsListByEntity contributors:map<ActionLogStatsContributor> dates:list<ActionLogStatsDateByEntity> totalCount:number
ActionLogStatsListByType contributors:map<ActionLogStatsContributor> dates:list<ActionLogStatsDateByType> totalCount:number
ActionLogStatsPeriod = all day month week year
ActionModelConnectionCreate context:ActionModelConnectionCreateContext id props:ModelConnectionRequired type:Type
ActionModelConnectionCreateContext domainHandleId? domainName? originModelFamily?:list<ActionContextModelObject> tagNames?:map<text> targetModelFamily?:list<ActionContextModelObject> technologyNames?:map<text> viaModelFamily?:list<ActionContextModelObject>
ActionModelConnectionDelete context:ActionModelConnectionDeleteContext id type:Type
ActionModelConnectionDeleteContext domainHandleId? domainName? name originModelFamily?:list<ActionContextModelObject> tagNames?:map<text> targetModelFamily?:list<ActionContextModelObject> technologyNames?:map<text> viaModelFamily?:list<ActionContextModelObject>
ActionModelConnectionUpdate context:ActionModelConnectionUpdateContext id props:ModelConnectionPartial type:Type
ActionModelConnectionUpdateContext domainHandleId? domainName? name originModelFamily?:list<ActionContextModelObject> tagNames?:map<text> targetModelFamily?:list<ActionContextModelObject> technologyNames?:map<text> viaModelFamily?:list<ActionContextModelObject>
ActionModelConnectionsExport context:ActionModelConnectionsExportContext id props:ActionModelConnectionsExportProps type:Type
ActionModelConnectionsExportContext landscapeName versionName
ActionModelConnectionsExportProps type:Type versionId
ActionModelObjectCreate context:ActionModelObjectCreateContext id props:ModelObjectRequired type:Type
ActionModelObjectCreateContext domainHandleId? domainName? groupNames?:map<text> modelFamily?:list<ActionContextModelObject> tagNames?:map<text> teamNames?:map<text> technologyNames?:map<text>
ActionModelObjectDelete context:ActionModelObjectDeleteContext id type:Type
ActionModelObjectDeleteContext domainHandleId? domainName? groupNames?:map<text> modelFamily?:list<ActionContextModelObject> name tagNames?:map<text> teamNames?:map<text> technologyNames?:map<text> type:ModelObjectType
ActionModelObjectDependenciesExport context:ActionModelObjectDependenciesExportContext id props:ActionModelObjectDependenciesExportProps type:Type
ActionModelObjectDependenciesExportContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> name type:ModelObjectType versionName
ActionModelObjectDependenciesExportProps type:Type versionId
ActionModelObjectUpdate context:ActionModelObjectUpdateContext id props:ModelObjectPartial type:Type
ActionModelObjectUpdateContext domainHandleId? domainName? groupNames?:map<text> modelFamily?:list<ActionContextModelObject> name tagNames?:map<text> teamNames?:map<text> technologyNames?:map<text> type:ModelObjectType
ActionModelObjectsExport context:ActionModelObjectsExportContext id props:ActionModelObjectsExportProps type:Type
ActionModelObjectsExportContext landscapeName versionName
ActionModelObjectsExportProps type:Type versionId
ActionOAuthConsentDeny id props:ActionOAuthConsentDenyProps type:Type
ActionOAuthConsentDenyProps clientName
ActionOAuthConsentGrant id props:ActionOAuthConsentGrantProps type:Type
ActionOAuthConsentGrantProps clientName landscapeId
ActionOrganizationCreate context:ActionOrganizationCreateContext id props:OrganizationRequired type:Type
ActionOrganizationCreateContext name
ActionOrganizationDelete context:ActionOrganizationDeleteContext id type:Type
ActionOrganizationDeleteContext name
ActionOrganizationUpdate context:ActionOrganizationUpdateContext id props:OrganizationPartial type:Type
ActionOrganizationUpdateContext name
ActionOrganizationUserAdd context:ActionOrganizationUserAddContext id props:OrganizationUser type:Type
ActionOrganizationUserAddContext email landscapeNames?:map<text> name?
ActionOrganizationUserInviteCreate context:ActionOrganizationUserInviteCreateContext id props:OrganizationUserInviteRequired type:Type
ActionOrganizationUserInviteCreateContext landscapeNames?:map<text>
ActionOrganizationUserInviteRevoke context:ActionOrganizationUserInviteRevokeContext id type:Type
ActionOrganizationUserInviteRevokeContext email landscapeNames?:map<text> permission:PermissionType
ActionOrganizationUserRemove context:ActionOrganizationUserRemoveContext id type:Type
ActionOrganizationUserRemoveContext email landscapeNames?:map<text> landscapePermissions?:map<flag> name? permission:PermissionType
ActionOrganizationUserUpdate context:ActionOrganizationUserUpdateContext id props:OrganizationUser type:Type
ActionOrganizationUserUpdateContext email landscapeNames?:map<text> name?
ActionShareLinkCreate context:ActionShareLinkCreateContext id props:ShareLinkRequired type:Type
ActionShareLinkCreateContext draftHandleId? draftName? versionModelHandleId? versionName
ActionShareLinkDelete context:ActionShareLinkDeleteContext id type:Type
ActionShareLinkDeleteContext draftHandleId? draftName? shortId versionModelHandleId? versionName
ActionShareLinkUpdate context:ActionShareLinkUpdateContext id props:ActionShareLinkUpdateProps type:Type
ActionShareLinkUpdateContext draftHandleId? draftName? shortId versionModelHandleId? versionName
ActionShareLinkUpdateProps password? protected?:flag resetShortId:flag
ActionTagCreate context:ActionTagCreateContext id props:TagRequired type:Type
ActionTagCreateContext groupHandleId? groupName?
ActionTagDelete context:ActionTagDeleteContext id type:Type
ActionTagDeleteContext groupHandleId? groupName? name
ActionTagGroupCreate id props:TagGroupRequired type:Type
ActionTagGroupDelete context:ActionTagGroupDeleteContext id type:Type
ActionTagGroupDeleteContext name
ActionTagGroupUpdate context:ActionTagGroupUpdateContext id props:TagGroupPartial type:Type
ActionTagGroupUpdateContext name
ActionTagUpdate context:ActionTagUpdateContext id props:TagPartial type:Type
ActionTagUpdateContext groupHandleId? groupName? name
ActionTeamCreate context:ActionTeamCreateContext id props:TeamRequired type:Type
ActionTeamCreateContext userNames?:map<text>
ActionTeamDelete context:ActionTeamDeleteContext id type:Type
ActionTeamDeleteContext name userNames?:map<text>
ActionTeamUpdate context:ActionTeamUpdateContext id props:TeamPartial type:Type
ActionTeamUpdateContext name userNames?:map<text>
ActionType = api-key-create api-key-delete api-key-update comment-create comment-delete comment-reply-create comment-reply-delete comment-reply-update comment-update diagram-content-create diagram-content-delete diagram-content-update diagram-content-view diagram-create diagram-delete diagram-export diagram-group-create diagram-group-delete diagram-group-update diagram-update domain-create domain-delete domain-update draft-create draft-delete draft-merge draft-task-create draft-update draft-view flow-create flow-delete flow-update flow-view landscape-copy landscape-create landscape-delete landscape-duplicate landscape-export landscape-import landscape-update model-connection-create model-connection-delete model-connection-update model-connections-export model-object-create model-object-delete model-object-dependencies-export model-object-update model-objects-export oauth-consent-deny oauth-consent-grant organization-create organization-delete organization-update organization-user-add organization-user-invite-create organization-user-invite-revoke organization-user-remove organization-user-update share-link-create share-link-delete share-link-update tag-create tag-delete tag-group-create tag-group-delete tag-group-update tag-update team-create team-delete team-update user-login user-login-failed user-logout version-create version-delete version-revert-create
ActionUserLogin id type:Type
ActionUserLoginFailed id props:ActionUserLoginFailedProps type:Type
ActionUserLoginFailedProps code message
ActionUserLogout id type:Type
ActionVersionCreate context:ActionVersionCreateContext id props:VersionRequired type:Type
ActionVersionCreateContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject>
ActionVersionDelete context:ActionVersionDeleteContext id type:Type
ActionVersionDeleteContext domainHandleId? domainName? modelFamily?:list<ActionContextModelObject> versionName
ActionVersionRevertContext name
ActionVersionRevertCreate context:ActionVersionRevertContext id props:VersionRevertRequired type:Type
Adr commit:number content? description? name relatedItems?:map<AdrRelatedItem> status:AdrStatus statusChanges?:list<AdrStatusChange> handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? number:number updatedAt:time updatedBy:AuthType updatedById version:number versionId
AdrFilter name? status?:Status
AdrPartial commit?:number content? description? name? relatedItems?:map<AdrRelatedItem> status?:AdrStatus statusChanges?:list<AdrStatusChange>
AdrRelatedItem adrId? diagramId? draftId? id index:number link?:RealityLink type:AdrRelatedItemType
AdrRelatedItemType = adr diagram draft link
AdrRequired commit?:number content? description? name relatedItems?:map<AdrRelatedItem> status:AdrStatus statusChanges?:list<AdrStatusChange> handleId
AdrStatus = accepted draft rejected
AdrStatusChange createdAt:time createdBy:AuthType createdById status:AdrStatus
AiDescriptionType = caption detailed
ApiKeyPartial name? permission?:PermissionType
ApiKeyRequired name permission:PermissionType
AuthType = api-key notification-key service user
CatalogProviderNullable = apache atlassian aws azure gcp microsoft salesforce supabase
CatalogRestriction = actor app component connection group store system
CatalogRestrictionNullable = actor app component connection group store system
CatalogTechnology category? color:TagColor deprecatedAt?:time description? docsUrl? iconUrlDark? iconUrlLight? name nameShort? provider?:CatalogProviderNullable rejectionMessage? rejectionReason?:CatalogTechnologyReviewRejectionReason restrictions?:list<CatalogRestriction> status?:CatalogTechnologyStatusNullable type?:CatalogTechnologyTypeNullable updatesUrl? websiteUrl? awsXmlSelector? azureUpdatesKeyword? createdAt:time createdBy:AuthType createdById defaultSlug? deletedAt?:time deletedBy?:AuthType deletedById? disabled:flag iconUrl? id organizationId? slugs?:list<text> updatedAt:time updatedBy:AuthType updatedById updatesXmlUrl?
CatalogTechnologyFilter name?:Name provider?:Provider restrictions?:Restrictions status?:Status type?:Type
CatalogTechnologyPartial category? color?:TagColor deprecatedAt?:time description? docsUrl? iconUrlDark? iconUrlLight? name? nameShort? provider?:CatalogProviderNullable rejectionMessage? rejectionReason?:CatalogTechnologyReviewRejectionReason restrictions?:list<CatalogRestriction> status?:CatalogTechnologyStatusNullable type?:CatalogTechnologyTypeNullable updatesUrl? websiteUrl?
CatalogTechnologyRequired category? color:TagColor deprecatedAt?:time description? docsUrl? iconUrlDark? iconUrlLight? name nameShort? provider?:CatalogProviderNullable rejectionMessage? rejectionReason?:CatalogTechnologyReviewRejectionReason restrictions?:list<CatalogRestriction> status?:CatalogTechnologyStatusNullable type?:CatalogTechnologyTypeNullable updatesUrl? websiteUrl?
CatalogTechnologyReviewRejectionReason = duplicate incomplete invalid other
CatalogTechnologyStatus = approved pending-review rejected
CatalogTechnologyStatusNullable = approved pending-review rejected
CatalogTechnologyTypeNullable = data-storage deployment framework-library gateway language message-broker network other protocol runtime service-tool
Comment body:CommentBody commit:number mentionedUserIds:list<text> handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? diagrams:map<CommentDiagram> id landscapeId latestEntityId? replyCount:number updatedAt:time updatedBy:AuthType updatedById version:number versionId
CommentBodyIdea content showContentPreview?:flag status:Status type:Type
CommentBodyInaccuracy content showContentPreview?:flag status:Status type:Type
CommentBodyNewIdea content showContentPreview?:flag status:Status type:Type
CommentBodyNewInaccuracy content showContentPreview?:flag status:Status type:Type
CommentBodyNewQuestion content showContentPreview?:flag status:Status type:Type
CommentBodyQuestion content showContentPreview?:flag status:Status type:Type
CommentBodyType = idea inaccurate new-idea new-inaccurate new-question question
CommentDiagram commentId id
CommentPartial body?:CommentBody commit?:number mentionedUserIds?:list<text>
CommentReply content mentionedUserIds:list<text> commentId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? updatedAt:time updatedBy:AuthType updatedById versionId
CommentReplyPartial content? mentionedUserIds?:list<text>
CommentReplyRequired content mentionedUserIds?:list<text>
CommentReplyUpsert content mentionedUserIds?:list<text>
CommentRequired body:CommentBody commit?:number mentionedUserIds?:list<text> handleId?
CommentUpsert body:CommentBody commit?:number mentionedUserIds?:list<text> handleId?
ConnectionsUpsertRequestOriginConnector = bottom-center bottom-left bottom-right left-bottom left-middle left-top right-bottom right-middle right-top top-center top-left top-right
ConnectionsUpsertRequestTargetConnector = bottom-center bottom-left bottom-right left-bottom left-middle left-top right-bottom right-middle right-top top-center top-left top-right
Diagram commit:number description? groupId? index:number labels:map<text> modelId name parentId? pinned:flag pinnedAt?:time pinnedIndex?:number status:DiagramStatus zoomOverrides?:map<text> handleId type:DiagramType commentCount:number connectionCount:number createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? objectCount:DiagramObjectCount updatedAt:time updatedBy:AuthType updatedById version:number versionId
DiagramComment commentId id x:number y:number
DiagramCommentPartial commentId? id? x?:number y?:number
DiagramConnection id labelPosition:number lineShape:LineShape modelId? originConnector?:DiagramObjectConnector originId? points:list<PointsItem> targetConnector?:DiagramObjectConnector targetId?
DiagramConnectionPartial id? labelPosition?:number lineShape?:LineShape modelId? originConnector?:DiagramObjectConnector originId? points?:list<PointsItem> targetConnector?:DiagramObjectConnector targetId?
DiagramContent comments:map<DiagramComment> commit:number connections:map<DiagramConnection> objects:map<DiagramObject> createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? groupId? handleId id landscapeId latestEntityId? modelId name status:DiagramStatus type:DiagramType updatedAt:time updatedBy:AuthType updatedById version:number versionId viewedAt?:time viewedBy?:AuthType viewedById?
DiagramContentPartial comments?:Comments commit?:number connections?:Connections objects?:Objects
DiagramContentRequired comments?:map<DiagramComment> commit?:number connections?:map<DiagramConnection> objects?:map<DiagramObject>
DiagramCreate commit?:number description? groupId? index:number labels?:map<text> modelId name parentId? pinned?:flag pinnedAt?:time pinnedIndex?:number status?:DiagramStatus zoomOverrides?:map<text> handleId? type:DiagramType comments?:map<DiagramComment> connections?:map<DiagramConnection> objects?:map<DiagramObject>
DiagramExportImage completedAt?:time createdAt:time deleteAt:time diagramId error? fileUrls:DiagramExportImageFileUrls id landscapeId options:DiagramExportImageOptions versionId
DiagramExportImageFileUrls png svg
DiagramExportImageOptions draftId? flowId? flowPathIds?:list<text> focusIds?:list<text> groupId? hideIds?:list<text> maxWidth?:number pinIds?:list<text> tab?:Tab theme?:Theme
DiagramFilter empty?:flag handleId?:HandleId labels?:map<text> modelId? name? pinned?:flag status?:Status type?:Type
DiagramGroup commit:number index:number labels:map<text> modelId name handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? updatedAt:time updatedBy:AuthType updatedById version:number versionId
DiagramGroupFilter handleId?:HandleId labels?:map<text> modelId? name?
DiagramGroupPartial commit?:number index?:number labels?:map<text> modelId? name?
DiagramGroupRequired commit?:number index?:number labels?:map<text> modelId name handleId?
DiagramGroupUpsert commit?:number index?:number labels?:map<text> modelId name handleId?
DiagramObject height:number id modelId shape:DiagramObjectShape type:DiagramObjectType width:number x:number y:number
DiagramObjectConnector = bottom-center bottom-left bottom-right left-bottom left-middle left-top right-bottom right-middle right-top top-center top-left top-right
DiagramObjectCount actor:number app:number group:number component:number store:number system:number area:number box:number
DiagramObjectPartial height?:number id? modelId? shape?:DiagramObjectShape type?:DiagramObjectType width?:number x?:number y?:number
DiagramObjectShape = area box
DiagramObjectType = actor app component group store system
DiagramPartial commit?:number description? groupId? index?:number labels?:map<text> modelId? name? parentId? pinned?:flag pinnedAt?:time pinnedIndex?:number status?:DiagramStatus zoomOverrides?:map<text>
DiagramRequired commit?:number description? groupId? index:number labels?:map<text> modelId name parentId? pinned?:flag pinnedAt?:time pinnedIndex?:number status?:DiagramStatus zoomOverrides?:map<text> handleId? type:DiagramType
DiagramStatus = current
DiagramThumbnail createdAt:time expires:time handleId id index:number modelId name type:DiagramType updatedAt:time url
DiagramType = app-diagram component-diagram context-diagram
DiagramUpsert commit?:number description? groupId? index?:number labels?:map<text> modelId? name? parentId? pinned?:flag pinnedAt?:time pinnedIndex?:number status?:DiagramStatus zoomOverrides?:map<text> comments?:Comments connections?:Connections objects?:Objects
Domain commit:number index:number labels:map<text> name handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? updatedAt:time updatedBy:AuthType updatedById version:number versionId
DomainExport id name
DomainFilter handleId?:HandleId labels?:map<text> name?
DomainPartial commit?:number index?:number labels?:map<text> name?
DomainRequired commit?:number index?:number labels?:map<text> name handleId?
DomainUpsert commit?:number index?:number labels?:map<text> name handleId?
Draft changeSummary?:DraftChangeSummary commit:number handleId labels:map<text> name status:DraftStatus summaryDirtiedAt?:time createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? headVersionId? id landscapeId latestEntityId? mergedAt?:time mergedBy?:AuthType mergedById? originVersionId updatedAt:time updatedBy:AuthType updatedById version:number versionId viewedAt?:time viewedBy?:AuthType viewedById?
DraftChangeSummary createdAt:time summary updatedAt:time
DraftFilter name? status?:Status
DraftPartial changeSummary?:DraftChangeSummary commit?:number handleId? labels?:map<text> name? status?:DraftStatus summaryDirtiedAt?:time
DraftRequired changeSummary?:DraftChangeSummary commit?:number handleId? labels?:map<text> name status:DraftStatus summaryDirtiedAt?:time
DraftStatus = archived in-progress merged
DraftTaskCommentCreate entityId props:CommentRequired type:Type
DraftTaskCommentDelete entityId type:Type
DraftTaskCommentReplyCreate commentId entityId props:CommentReplyRequired type:Type
DraftTaskCommentReplyDelete commentId entityId type:Type
DraftTaskCommentReplyUpdate commentId entityId props:CommentReplyPartial snapshot:CommentReplyPartial type:Type
DraftTaskCommentUpdate entityId props:CommentPartial snapshot:CommentPartial type:Type
DraftTaskDiagramContentUpdate entityId props:DiagramContentPartial snapshot:DiagramContentPartial type:Type
DraftTaskDiagramCreate entityId props:DraftTaskDiagramCreateProps type:Type
DraftTaskDiagramCreateProps commit?:number description? groupId? index:number labels?:map<text> modelId name parentId? pinned?:flag pinnedAt?:time pinnedIndex?:number status?:DiagramStatus zoomOverrides?:map<text> handleId? type:DiagramType comments?:map<DiagramComment> connections?:map<DiagramConnection> objects?:map<DiagramObject>
DraftTaskDiagramDelete entityId type:Type
DraftTaskDiagramGroupCreate entityId props:DiagramGroupRequired type:Type
DraftTaskDiagramGroupDelete entityId type:Type
DraftTaskDiagramGroupUpdate entityId props:DiagramGroupPartial snapshot:DiagramGroupPartial type:Type
DraftTaskDiagramUpdate entityId props:DraftTaskDiagramUpdateProps snapshot:DraftTaskDiagramUpdateProps type:Type
DraftTaskDiagramUpdateProps commit?:number description? groupId? index?:number labels?:map<text> modelId? name? parentId? pinned?:flag pinnedAt?:time pinnedIndex?:number status?:DiagramStatus zoomOverrides?:map<text> comments?:Comments connections?:Connections objects?:Objects
DraftTaskFlowCreate entityId props:FlowRequired type:Type
DraftTaskFlowDelete entityId type:Type
DraftTaskFlowUpdate entityId props:FlowPartial snapshot:FlowPartial type:Type
DraftTaskModelConnectionCreate entityId props:ModelConnectionRequired type:Type
DraftTaskModelConnectionDelete entityId type:Type
DraftTaskModelConnectionUpdate entityId props:ModelConnectionPartial snapshot:ModelConnectionPartial type:Type
DraftTaskModelObjectCreate entityId props:ModelObjectRequired type:Type
DraftTaskModelObjectDelete entityId type:Type
DraftTaskModelObjectUpdate entityId props:ModelObjectPartial snapshot:ModelObjectPartial type:Type
DraftTaskRequired commit?:number task:DraftTask
DraftTaskTagCreate entityId props:TagRequired type:Type
DraftTaskTagDelete entityId type:Type
DraftTaskTagGroupCreate entityId props:TagGroupRequired type:Type
DraftTaskTagGroupDelete entityId type:Type
DraftTaskTagGroupUpdate entityId props:TagGroupPartial snapshot:TagGroupPartial type:Type
DraftTaskTagUpdate entityId props:TagPartial snapshot:TagPartial type:Type
Error code? errors?:list<text> message
Flow commit:number index:number labels:map<text> name pinned:flag pinnedAt?:time pinnedIndex?:number showAllSteps:flag showConnectionNames:flag steps:map<FlowStep> diagramId handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? updatedAt:time updatedBy:AuthType updatedById version:number versionId viewedAt?:time viewedBy?:AuthType viewedById?
FlowExport id name showConnectionNames:flag steps:map<FlowStepExport>
FlowFilter diagramId? handleId?:HandleId labels?:map<text> name? pinned?:flag
FlowPartial commit?:number index?:number labels?:map<text> name? pinned?:flag pinnedAt?:time pinnedIndex?:number showAllSteps?:flag showConnectionNames?:flag steps?:Steps
FlowRequired commit?:number index?:number labels?:map<text> name pinned?:flag pinnedAt?:time pinnedIndex?:number showAllSteps?:flag showConnectionNames?:flag steps?:map<FlowStep> diagramId handleId?
FlowStep description detailedDescription? flowId? id index:number originId? parentId? paths?:map<FlowStepPath> targetId? type?:FlowStepType viaId?
FlowStepExport description detailedDescription? id index:number originId targetId type:FlowStepType viaId
FlowStepPartial description? detailedDescription? flowId? id? index?:number originId? parentId? paths?:map<FlowStepPath> targetId? type?:Type viaId?
FlowStepPath id index:number name
FlowStepType = alternate-path conclusion information introduction outgoing parallel-path reply self-action subflow
FlowThumbnail createdAt:time diagramId expires:time handleId id name updatedAt:time url
ImportEntityType = model-connection model-object tag tag-group
ImportIcon technologyId
ImportLink customName? id? url
ImportModelObjectType = actor app component domain group store system
Landscape name scheduledVersions:flag organizationId createdAt:time createdBy:AuthType createdById id updatedAt:time updatedBy:AuthType updatedById
LandscapeActionType = comment-create comment-delete comment-reply-create comment-reply-delete comment-reply-update comment-update diagram-content-create diagram-content-delete diagram-content-update diagram-content-view diagram-create diagram-delete diagram-export diagram-group-create diagram-group-delete diagram-group-update diagram-update domain-create domain-delete domain-update draft-create draft-delete draft-merge draft-task-create draft-update draft-view flow-create flow-delete flow-update flow-view landscape-copy landscape-create landscape-delete landscape-duplicate landscape-export landscape-import landscape-update model-connection-create model-connection-delete model-connection-update model-connections-export model-object-create model-object-delete model-object-dependencies-export model-object-update model-objects-export share-link-create share-link-delete share-link-update tag-create tag-delete tag-group-create tag-group-delete tag-group-update tag-update version-create version-delete version-revert-create
LandscapeExport completedAt?:time createdAt:time deleteAt:time error? fileUrl? filter?:LandscapeExportFilter id landscapeId options?:LandscapeExportOptions type:LandscapeExportType versionId
LandscapeExportFilter diagramId? flowId? includeDiagrams?:flag includeFlows?:flag modelObjectId?
LandscapeExportOptions draftId? orientation?:LandscapeExportOrientation
LandscapeExportOrientation = landscape portrait
LandscapeExportType = connection-csv html json llms markdown object-csv pdf
LandscapeImport completedAt?:time createdAt:time createdBy:AuthType createdById deleteAt:time errors?:list<LandscapeImportError> id landscapeId prune?:flag status:LandscapeImportStatus versionId
LandscapeImportData modelConnections?:list<ModelConnectionImport> modelObjects?:list<ModelObjectImport> namespace? tagGroups?:list<TagGroupImport> tags?:list<TagImport>
LandscapeImportError code? entityId? entityOriginalId? entityType?:ImportEntityType message
LandscapeImportStatus = completed error in-progress
LandscapePartial name? organizationId? scheduledVersions?:flag
LandscapeRequired name scheduledVersions?:flag
LineShape = curved square straight
ModelConnection commit:number description? direction?:ModelConnectionDirection labels:map<text> links:map<RealityLink> name originId status:ModelConnectionStatus tagIds:list<text> targetId technologyIds:list<text> viaId? handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? diagrams:map<ModelConnectionDiagram> flows:map<ModelConnectionFlow> id landscapeId latestEntityId? linked:flag updatedAt:time updatedBy:AuthType updatedById version:number versionId
ModelConnectionDiagram connectionId id originModelId targetModelId
ModelConnectionDirection = bidirectional outgoing
ModelConnectionExpandKey = tags technologies
ModelConnectionExpanded commit:number description? direction?:ModelConnectionDirection labels:map<text> links:map<RealityLink> name originId status:ModelConnectionStatus tagIds:list<text> targetId technologyIds:list<text> viaId? handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? diagrams:map<ModelConnectionDiagram> flows:map<ModelConnectionFlow> id landscapeId latestEntityId? linked:flag updatedAt:time updatedBy:AuthType updatedById version:number versionId tags?:map<TagExport> technologies?:map<TechnologyExport>
ModelConnectionExport description direction?:ModelConnectionDirection id links?:map<RealityLink> name originId status:ModelConnectionStatus tagIds:list<text> targetId technologyIds:list<text> viaId?
ModelConnectionFilter direction?:ModelConnectionDirection handleId?:HandleId labels?:map<text> linked?:flag name? originId?:OriginId status?:Status tagIds?:TagIds targetId?:TargetId technologyIds?:TechnologyIds viaId?:ViaId
ModelConnectionFlow id stepId
ModelConnectionImport description? direction:ModelConnectionDirection id labels?:map<text> links?:list<ImportLink> name originId status?:ModelConnectionStatus tagIds?:list<text> targetId technologyIds?:list<text> viaId?
ModelConnectionPartial commit?:number description? direction?:ModelConnectionDirection labels?:map<text> links?:Links name? originId? status?:ModelConnectionStatus tagIds?:TagIds targetId? technologyIds?:TechnologyIds viaId?
ModelConnectionRequired commit?:number description? direction?:ModelConnectionDirection labels?:map<text> links?:map<RealityLinkRequired> name originId status?:ModelConnectionStatus tagIds?:list<text> targetId technologyIds?:list<text> viaId? handleId?
ModelConnectionStatus = deprecated future live removed
ModelConnectionUpsert commit?:number description? direction?:ModelConnectionDirection labels?:map<text> links?:map<RealityLinkRequired> name originId status?:ModelConnectionStatus tagIds?:list<text> targetId technologyIds?:list<text> viaId? handleId?
ModelDependenciesFilter objectIds?:ObjectIds objectLabels?:map<text> tagIds?:TagIds technologyIds?:TechnologyIds
ModelObject caption? commit:number description? external:flag groupIds:list<text> icon?:ModelObjectIcon labels:map<text> links:map<RealityLink> name parentId? status:ModelObjectStatus tagIds:list<text> teamIds:list<text> teamOnlyEditing:flag technologyIds:list<text> type:ModelObjectType domainId handleId childDiagramIds:list<text> childIds:list<text> createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? diagrams:map<ModelObjectDiagram> flows:map<ModelObjectFlow> id landscapeId latestEntityId? linked:flag parentIds:list<text> updatedAt:time updatedBy:AuthType updatedById version:number versionId
ModelObjectDependenciesExport incomingConnectionObjects:map<list<ModelObjectExport>> incomingConnections:list<ModelConnectionExport> outgoingConnectionObjects:map<list<ModelObjectExport>> outgoingConnections:list<ModelConnectionExport>
ModelObjectDiagram id objectId
ModelObjectExpandKey = domain flows tags technologies
ModelObjectExpanded caption? commit:number description? external:flag groupIds:list<text> icon?:ModelObjectIcon labels:map<text> links:map<RealityLink> name parentId? status:ModelObjectStatus tagIds:list<text> teamIds:list<text> teamOnlyEditing:flag technologyIds:list<text> type:ModelObjectType domainId handleId childDiagramIds:list<text> childIds:list<text> createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? diagrams:map<ModelObjectDiagram> flows:map<ModelObjectFlow> id landscapeId latestEntityId? linked:flag parentIds:list<text> updatedAt:time updatedBy:AuthType updatedById version:number versionId domain?:DomainExport flowsExpanded?:map<FlowExport> tags?:map<TagExport> technologies?:map<TechnologyExport>
ModelObjectExport caption description domainId external:flag groupIds:list<text> icon?:ModelObjectIcon id links:map<RealityLink> name parentId? parentIds:list<text> status:ModelObjectStatus tagIds:list<text> teamIds:list<text> technologies?:map<TechnologyExport> technologyIds:list<text> type:ModelObjectType
ModelObjectFilter domainId?:DomainId external?:flag groupIds?:GroupIds handleId?:HandleId labels?:map<text> linked?:flag name? parentId? parentIds? status?:Status tagIds?:TagIds teamIds?:TeamIds technologyIds?:TechnologyIds type?:Type
ModelObjectFlow id stepId
ModelObjectIcon catalogTechnologyId name url? urlDark? urlLight?
ModelObjectImport caption? description? external?:flag groupIds?:list<text> icon?:ImportIcon id labels?:map<text> links?:list<ImportLink> name parentId? status?:ModelObjectStatus tagIds?:list<text> teamIds?:list<text> technologyIds?:list<text> type:ImportModelObjectType
ModelObjectPartial caption? commit?:number description? external?:flag groupIds?:GroupIds icon?:ModelObjectIcon labels?:map<text> links?:Links name? parentId? status?:ModelObjectStatus tagIds?:TagIds teamIds?:TeamIds teamOnlyEditing?:flag technologyIds?:TechnologyIds type?:ModelObjectType
ModelObjectRequired caption? commit?:number description? external?:flag groupIds?:list<text> icon?:ModelObjectIcon labels?:map<text> links?:map<RealityLinkRequired> name parentId? status?:ModelObjectStatus tagIds?:list<text> teamIds?:list<text> teamOnlyEditing?:flag technologyIds?:list<text> type:ModelObjectType domainId? handleId?
ModelObjectStatus = deprecated future live removed
ModelObjectType = actor app component group root store system
ModelObjectUpsert caption? commit?:number description? external?:flag groupIds?:list<text> icon?:ModelObjectIcon labels?:map<text> links?:map<RealityLinkRequired> name parentId? status?:ModelObjectStatus tagIds?:list<text> teamIds?:list<text> teamOnlyEditing?:flag technologyIds?:list<text> type:ModelObjectType domainId? handleId?
ObjectsDependenciesListResponseValue incoming:map<ModelObject> outgoing:map<ModelObject>
OnModelConnectionPayload after?:WebhookState before?:WebhookState collection:Collection operation:Operation organizationId resourceId subscriptionId
OnModelObjectPayload after?:WebhookState before?:WebhookState collection:Collection operation:Operation organizationId resourceId subscriptionId
Organization aiFeatures?:OrganizationAiFeatures aiFeaturesEnabled?:flag aiModel?:OrganizationAiModel billingCurrency?:OrganizationBillingCurrency billingCycle?:OrganizationBillingCycle billingEmail? experiments?:map<flag> language?:OrganizationLanguage lineShapeDefault:LineShape name oauthLandscapeWriteEnabled:flag shareLinkAuthDomains?:list<text> shareLinksEnabled:flag autoInviteDomains:list<text> billingCollectionMethod?:OrganizationCollectionMethod billingMonthlyCost?:number billingPaymentMethod:flag cancelAt?:time canceledAt?:time createdAt:time createdBy:AuthType createdById id plan:OrganizationPlan planEndsAt?:time seats:number status:OrganizationStatus trialEndsAt?:time updatedAt:time updatedBy:AuthType updatedById userIds:list<text> users:map<OrganizationUser>
OrganizationAiFeatures generateDetailedDescriptions?:flag generateDisplayDescriptions?:flag generateDraftSummary?:flag generateObjectSummary?:flag
OrganizationAiModel = gpt-5 gpt-5-mini gpt-5-nano
OrganizationBillingCurrency = cad eur gbp usd
OrganizationBillingCycle = annually monthly
OrganizationCollectionMethod = charge invoice
OrganizationLanguage = en-GB en-US es-419 es-ES fr-FR
OrganizationLog action:Action actionIds:list<text> id landscapeId? parentId? performedAt:time performedBy:AuthType performedByAuthProvider? performedByClientId? performedById performedByIp? performedByName? performedByUserAgent?
OrganizationLogFilter actionId? actionType?:OrganizationLogFilterActionType endAtDate?:time endAtId? endBeforeDate?:time endBeforeId? includeActionsInContext?:flag limit?:number order?:Order performedBy?:PerformedBy performedById?:PerformedById startAfterDate?:time startAfterId? startAtDate?:time startAtId?
OrganizationLogFilterActionType $not?:Not_
OrganizationLogStatsDateByType actions:map<OrganizationLogStatsItemByType> date:time
OrganizationLogStatsFilter actionType?:ActionType endAtDate?:time entityId?:EntityId performedBy?:PerformedBy performedById?:PerformedById startAtDate?:time
OrganizationLogStatsItemByType contributors:map<ActionLogStatsContributor> count:number type:ActionType
OrganizationLogStatsListByType contributors:map<ActionLogStatsContributor> dates:list<OrganizationLogStatsDateByType> totalCount:number
OrganizationPartial aiFeatures?:OrganizationAiFeatures aiFeaturesEnabled?:flag aiModel?:OrganizationAiModel billingCurrency?:OrganizationBillingCurrency billingCycle?:OrganizationBillingCycle billingEmail? experiments?:map<flag> language?:OrganizationLanguage lineShapeDefault?:LineShape name? oauthLandscapeWriteEnabled?:flag shareLinkAuthDomains?:list<text> shareLinksEnabled?:flag
OrganizationPlan = free growth indie isolation pilot scale
OrganizationRequired aiFeatures?:OrganizationAiFeatures aiFeaturesEnabled?:flag aiModel?:OrganizationAiModel billingCurrency?:OrganizationBillingCurrency billingCycle?:OrganizationBillingCycle billingEmail? experiments?:map<flag> language?:OrganizationLanguage lineShapeDefault?:LineShape name oauthLandscapeWriteEnabled?:flag shareLinkAuthDomains?:list<text> shareLinksEnabled?:flag
OrganizationStatus = active canceled incomplete incomplete_expired past_due paused trialing unpaid
OrganizationUser landscapePermissions?:map<flag> permission:PermissionType
OrganizationUserInfo email jobRole? lastActiveAt:time name?
OrganizationUserInvite email expiresAt:time landscapePermissions?:map<flag> permission:PermissionType createdAt:time createdBy:AuthType createdById id organizationId revokedAt?:time revokedBy?:AuthType revokedById? usedAt?:time usedByUserId?
OrganizationUserInviteRequired email expiresAt:time landscapePermissions?:map<flag> permission:PermissionType
PermissionType = admin billing read write
PointsItem x:number y:number
RealityConnectorAzureDevopsBranch accountName branchName projectId repositoryId type:Type
RealityConnectorAzureDevopsFile accountName branchName path projectId repositoryId type:Type
RealityConnectorAzureDevopsFolder accountName branchName path projectId repositoryId type:Type
RealityConnectorAzureDevopsRepo accountName projectId repositoryId type:Type
RealityConnectorBitbucketBranch branchName projectId repositoryId type:Type workspaceId
RealityConnectorBitbucketFile branchName path projectId repositoryId type:Type workspaceId
RealityConnectorBitbucketFolder branchName path projectId repositoryId type:Type workspaceId
RealityConnectorBitbucketRepo projectId repositoryId type:Type workspaceId
RealityConnectorBitbucketServerBranch branchName projectId:number repositoryId:number serverUrl type:Type
RealityConnectorBitbucketServerFile branchName path projectId:number repositoryId:number serverUrl type:Type
RealityConnectorBitbucketServerFolder branchName path projectId:number repositoryId:number serverUrl type:Type
RealityConnectorBitbucketServerRepo projectId:number repositoryId:number serverUrl type:Type
RealityConnectorGithubBranch branchName ownerId:number repositoryId:number type:Type
RealityConnectorGithubFile branchName ownerId:number path repositoryId:number type:Type
RealityConnectorGithubFolder branchName ownerId:number path repositoryId:number type:Type
RealityConnectorGithubRepo ownerId:number repositoryId:number type:Type
RealityConnectorGitlabBranch branchName projectId:number type:Type
RealityConnectorGitlabFile branchName path projectId:number type:Type
RealityConnectorGitlabFolder branchName path projectId:number type:Type
RealityConnectorGitlabRepo projectId:number type:Type
RealityConnectorUrl type:Type url
RealityLink connectionResolveUrl? connector?:RealityConnector customName? index:number url? errorMessage? id name? status?:RealityLinkStatus
RealityLinkPartial connectionResolveUrl? connector?:RealityConnector customName? index?:number url?
RealityLinkRequired connectionResolveUrl? connector?:RealityConnector customName? index?:number url?
RealityLinkStatus = invalid valid
SearchFilter type?:Type
SearchIndexType = actor app app-diagram component component-diagram connection context-diagram flow group root store system
SearchResult data?:SearchResultData id name score:number type:SearchIndexType
ShareLink password? protected:flag draftId? createdAt:time createdBy:AuthType createdById id landscapeId shortId updatedAt:time updatedBy:AuthType updatedById versionId
ShareLinkPartial password? protected?:flag
ShareLinkRequired password? protected:flag draftId?
ShareLinkStats totalVisitorCount:number viewedAt?:time
Tag color:TagColor commit:number groupId index:number labels:map<text> name handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? modelConnectionIds:list<text> modelObjectIds:list<text> updatedAt:time updatedBy:AuthType updatedById version:number versionId
TagColor = beaver black blue dark-blue green grey orange pink purple red white yellow
TagExport color:TagColor groupId id name
TagFilter groupId? handleId?:HandleId labels?:map<text> name?
TagGroup commit:number icon:TagGroupIcon index:number labels:map<text> name handleId createdAt:time createdBy:AuthType createdById deletedAt?:time deletedBy?:AuthType deletedById? id landscapeId latestEntityId? updatedAt:time updatedBy:AuthType updatedById version:number versionId
TagGroupFilter handleId?:HandleId labels?:map<text> name?
TagGroupIcon = bug calendar-check calendar-times cloud cog database exclamation-triangle file globe laptop-code lightbulb lock microchip minus mobile network-wired plus poo robot rocket sack-dollar server sledding snowman star times toolbox trash users wifi
TagGroupImport icon:TagGroupIcon id labels?:map<text> name
TagGroupPartial commit?:number icon?:TagGroupIcon index?:number labels?:map<text> name?
TagGroupRequired commit?:number icon:TagGroupIcon index:number labels?:map<text> name handleId?
TagGroupUpsert commit?:number icon:TagGroupIcon index:number labels?:map<text> name handleId?
TagImport color:TagColor groupId id labels?:map<text> name
TagPartial color?:TagColor commit?:number groupId? index?:number labels?:map<text> name?
TagRequired color:TagColor commit?:number groupId index:number labels?:map<text> name handleId?
TagUpsert color:TagColor commit?:number groupId index:number labels?:map<text> name handleId?
Team color:TagColor name userIds:list<text> createdAt:time createdBy:AuthType createdById id modelObjectHandleIds:list<text> organizationId updatedAt:time updatedBy:AuthType updatedById
TeamPartial color?:TagColor name? userIds?:list<text>
TeamRequired color?:TagColor name userIds?:list<text>
TechnologyExport color:TagColor description? docsUrl? iconUrl? iconUrlDark? iconUrlLight? id name nameShort? provider?:CatalogProviderNullable type?:CatalogTechnologyTypeNullable updatesUrl? websiteUrl?
Theme = dark light
Version modelHandleId? name notes completedAt?:time createdAt:time createdBy:AuthType createdById id landscapeId tags:list<text> updatedAt:time updatedBy:AuthType updatedById
VersionFilter name? tag?:Tag
VersionIdPathParam = latest
VersionRequired modelHandleId? name notes
VersionRevert notes versionId createdAt:time createdBy:AuthType createdById id landscapeId updatedAt:time updatedBy:AuthType updatedById
VersionRevertPartial notes?
VersionRevertRequired notes versionId
VersionUpdate modelHandleId? name? notes?
WebhookState id landscapeId? versionId?
`;

/** A field of a type. */
export interface NewestField {
  name: string;
  type: string;
  optional: boolean;
}

export interface NewestType {
  name: string;
  fields: readonly NewestField[];
  /** Values of an enumeration; undefined for records. */
  values?: readonly string[];
}

const fieldOf = (text: string): NewestField => {
  const [, name = '', optional, type = 'text'] = /^([^?:]+)(\?)?(?::(.+))?$/.exec(text) ?? [];
  return { name, type, optional: optional !== undefined };
};

/** Types by name. */
export const NEWEST_TYPES: ReadonlyMap<string, NewestType> = new Map(
  TYPES.trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...parts] = line.split(' ');
      const isEnumeration = parts[0] === '=';
      return [
        name,
        isEnumeration ? { name, fields: [], values: parts.slice(1) } : { name, fields: parts.map(fieldOf) },
      ];
    }),
);
