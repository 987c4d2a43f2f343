/** Enumerated values of the service, each in the documented order (docs/service.md#records). */

export const DIAGRAM_TYPES = ['app-diagram', 'component-diagram', 'context-diagram'] as const;

/** User actions on an open diagram (docs/service.md#views). */
export const DIAGRAM_ACTIONS = ['initial-load', 'load', 'zoom'] as const;

/** Levels of detail of generated descriptions. */
export const DESCRIPTION_TYPES = ['caption', 'detailed'] as const;

export const DRAFT_STATUSES = ['in-progress', 'merged', 'archived'] as const;

/** Statuses of a decision record (docs/service.md#adr). */
export const ADR_STATUSES = ['draft', 'accepted', 'rejected'] as const;

/** Types of items that a decision record relates to. */
export const ADR_RELATED_TYPES = ['diagram', 'link', 'adr', 'draft'] as const;

export const THEMES = ['light', 'dark'] as const;

export const EXPORT_TABS = ['tags', 'technology', 'status', 'teams'] as const;

/** Formats of a landscape export (docs/service.md#exports). */
export const LANDSCAPE_EXPORT_TYPES = [
  'pdf',
  'markdown',
  'html',
  'llms',
  'json',
  'object-csv',
  'connection-csv',
] as const;

export const ORIENTATIONS = ['portrait', 'landscape'] as const;

export const EXPORT_SCHEMAS = ['v1', 'v2'] as const;

export const IMPORT_STATUSES = ['in-progress', 'completed', 'error'] as const;

export const IMPORT_OBJECT_TYPES = [
  'domain',
  'actor',
  'app',
  'component',
  'group',
  'store',
  'system',
] as const;

export const IMPORT_ENTITY_TYPES = ['model-object', 'model-connection', 'tag', 'tag-group'] as const;

export const COLORS = [
  'blue',
  'green',
  'yellow',
  'orange',
  'red',
  'beaver',
  'dark-blue',
  'purple',
  'pink',
  'white',
  'grey',
  'black',
] as const;

export const TAG_GROUP_ICONS = [
  'bug',
  'calendar-check',
  'calendar-times',
  'cloud',
  'cog',
  'database',
  'exclamation-triangle',
  'file',
  'globe',
  'laptop-code',
  'lightbulb',
  'lock',
  'microchip',
  'minus',
  'mobile',
  'network-wired',
  'plus',
  'poo',
  'robot',
  'rocket',
  'sack-dollar',
  'server',
  'sledding',
  'snowman',
  'star',
  'times',
  'toolbox',
  'trash',
  'users',
  'wifi',
] as const;

export const PROVIDERS = [
  'aws',
  'azure',
  'gcp',
  'microsoft',
  'salesforce',
  'atlassian',
  'apache',
  'supabase',
] as const;

export const TECHNOLOGY_TYPES = [
  'data-storage',
  'deployment',
  'framework-library',
  'gateway',
  'other',
  'language',
  'message-broker',
  'network',
  'protocol',
  'runtime',
  'service-tool',
] as const;

export const RESTRICTIONS = ['actor', 'app', 'component', 'connection', 'group', 'store', 'system'] as const;

export const TECHNOLOGY_STATUSES = ['approved', 'pending-review', 'rejected'] as const;

export const REJECTION_REASONS = ['duplicate', 'incomplete', 'invalid', 'other'] as const;

export const PERMISSIONS = ['billing', 'read', 'write', 'admin'] as const;

export const ACTOR_KINDS = ['user', 'api-key', 'notification-key', 'service'] as const;

export const MODEL_OBJECT_TYPES = ['actor', 'app', 'component', 'group', 'root', 'store', 'system'] as const;

/** Types of search results: model objects and diagrams by their type, connections and flows. */
export const SEARCH_TYPES = [...MODEL_OBJECT_TYPES, ...DIAGRAM_TYPES, 'connection', 'flow'] as const;

export const MODEL_STATUSES = ['deprecated', 'future', 'live', 'removed'] as const;

export const CONNECTION_DIRECTIONS = ['outgoing', 'bidirectional'] as const;

/** Records that a read of model objects or connections can embed in addition to their ids (docs/service.md#filters). */
export const MODEL_OBJECT_EXPANSIONS = ['domain', 'technologies', 'tags', 'flows'] as const;

export const MODEL_CONNECTION_EXPANSIONS = ['technologies', 'tags'] as const;

export const FLOW_STEP_TYPES = [
  'alternate-path',
  'subflow',
  'outgoing',
  'parallel-path',
  'reply',
  'self-action',
  'introduction',
  'information',
  'conclusion',
] as const;

export const COMMENT_TYPES = [
  'idea',
  'inaccurate',
  'new-idea',
  'new-inaccurate',
  'new-question',
  'question',
] as const;

export const IMPORTANCES = ['low', 'medium', 'high'] as const;

export const ORDERS = ['asc', 'desc'] as const;

/** Periods of log statistics. */
export const PERIODS = ['day', 'week', 'month', 'year', 'all'] as const;

export const LINE_SHAPES = ['curved', 'straight', 'square'] as const;

export const CONNECTORS = [
  'top-left',
  'top-center',
  'top-right',
  'right-top',
  'right-middle',
  'right-bottom',
  'bottom-right',
  'bottom-center',
  'bottom-left',
  'left-bottom',
  'left-middle',
  'left-top',
] as const;

export const DIAGRAM_OBJECT_TYPES = ['actor', 'app', 'group', 'component', 'store', 'system'] as const;

export const DIAGRAM_OBJECT_SHAPES = ['area', 'box'] as const;

export const LANDSCAPE_ACTION_TYPES = [
  'comment-create',
  'comment-delete',
  'comment-reply-create',
  'comment-reply-delete',
  'comment-reply-update',
  'comment-update',
  'diagram-content-create',
  'diagram-content-delete',
  'diagram-content-update',
  'diagram-content-view',
  'diagram-create',
  'diagram-delete',
  'diagram-export',
  'diagram-group-create',
  'diagram-group-delete',
  'diagram-group-update',
  'diagram-update',
  'domain-create',
  'domain-delete',
  'domain-update',
  'draft-create',
  'draft-delete',
  'draft-merge',
  'draft-task-create',
  'draft-update',
  'draft-view',
  'flow-create',
  'flow-delete',
  'flow-update',
  'flow-view',
  'landscape-copy',
  'landscape-create',
  'landscape-delete',
  'landscape-duplicate',
  'landscape-export',
  'landscape-update',
  'model-connection-create',
  'model-connection-delete',
  'model-connection-update',
  'model-connections-export',
  'model-object-create',
  'model-object-delete',
  'model-object-dependencies-export',
  'model-object-update',
  'model-objects-export',
  'share-link-create',
  'share-link-delete',
  'share-link-update',
  'tag-create',
  'tag-delete',
  'tag-group-create',
  'tag-group-delete',
  'tag-group-update',
  'tag-update',
  'version-create',
  'version-delete',
  'version-revert-create',
] as const;

/** Action types that occur only in an organization's log. */
export const ORGANIZATION_ACTION_TYPES = [
  'api-key-create',
  'api-key-delete',
  'api-key-update',
  'organization-create',
  'organization-delete',
  'organization-update',
  'organization-user-add',
  'organization-user-invite-create',
  'organization-user-invite-revoke',
  'organization-user-remove',
  'organization-user-update',
  'team-create',
  'team-delete',
  'team-update',
] as const;

export const ACTION_TYPES = [...LANDSCAPE_ACTION_TYPES, ...ORGANIZATION_ACTION_TYPES] as const;
