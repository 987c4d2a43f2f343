/**
 * `records` holds every resource as JSON; columns duplicate the fields that lists and lookups need. `links` holds every
 * reference between records, so that reverse lookups, cascades and checks need no scan.
 */
const RECORDS = `
CREATE TABLE records (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  landscape_id TEXT,
  version_id TEXT,
  owner_id TEXT,
  handle_id TEXT,
  data TEXT NOT NULL,
  UNIQUE (kind, id)
);
CREATE INDEX records_version ON records (kind, version_id, seq);
CREATE INDEX records_landscape ON records (kind, landscape_id, seq);
CREATE INDEX records_owner ON records (kind, owner_id, seq);
CREATE INDEX records_handle ON records (kind, version_id, handle_id);
CREATE TABLE links (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  source_kind TEXT NOT NULL,
  source_id TEXT NOT NULL,
  field TEXT NOT NULL,
  detail TEXT,
  target_kind TEXT NOT NULL,
  target_id TEXT NOT NULL
);
CREATE INDEX links_source ON links (source_kind, source_id);
CREATE INDEX links_target ON links (target_kind, target_id);
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  digest BLOB NOT NULL,
  data TEXT NOT NULL
);
CREATE TABLE meters (month TEXT, meter TEXT, count INTEGER NOT NULL, PRIMARY KEY (month, meter));
CREATE TABLE logs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  landscape_id TEXT,
  parent_id TEXT,
  type TEXT NOT NULL,
  action_id TEXT,
  performed_at TEXT NOT NULL,
  performed_by TEXT NOT NULL,
  performed_by_id TEXT NOT NULL,
  data TEXT NOT NULL
);
CREATE INDEX logs_landscape ON logs (landscape_id, performed_at, seq);
CREATE INDEX logs_organization ON logs (organization_id, performed_at, seq);
CREATE INDEX logs_parent ON logs (parent_id, performed_at, seq);
CREATE TABLE exports (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  landscape_id TEXT NOT NULL,
  status TEXT NOT NULL,
  delete_at TEXT NOT NULL,
  token TEXT NOT NULL,
  data TEXT NOT NULL,
  svg BLOB,
  png BLOB,
  pdf BLOB
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
`;

/**
 * Webhook subscriptions, their queued events and all delivery attempts. `next_at` (Unix milliseconds) is set only for
 * the first pending event of each subscription and resource.
 */
const WEBHOOKS = `
CREATE TABLE webhook_subscriptions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  secret TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE TABLE webhook_outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  subscription_id TEXT NOT NULL,
  collection TEXT NOT NULL,
  operation TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  status TEXT NOT NULL,
  tries INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  next_at INTEGER,
  finished_at TEXT,
  body TEXT NOT NULL
);
CREATE INDEX webhook_outbox_subscription ON webhook_outbox (subscription_id, seq);
CREATE INDEX webhook_outbox_lane ON webhook_outbox (subscription_id, resource_id, seq) WHERE status = 'pending';
CREATE INDEX webhook_outbox_due ON webhook_outbox (subscription_id, next_at, seq) WHERE status = 'pending';
CREATE TABLE webhook_tries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  delivery_id TEXT NOT NULL,
  at TEXT NOT NULL,
  ms INTEGER NOT NULL,
  status INTEGER,
  error TEXT
);
CREATE INDEX webhook_tries_delivery ON webhook_tries (delivery_id, seq);
CREATE TRIGGER webhook_outbox_gone AFTER DELETE ON webhook_outbox
BEGIN DELETE FROM webhook_tries WHERE delivery_id = OLD.id; END;
`;

/** Bearer tokens by digest. */
const TOKENS = `
CREATE TABLE tokens (
  digest TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  permission TEXT NOT NULL,
  created_at TEXT NOT NULL
);
`;

/** Files of exports of any type, stored beside their job; imports with their document, sender and result. */
const EXCHANGE = `
CREATE TABLE export_files (
  export_id TEXT NOT NULL,
  type TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (export_id, type)
);
INSERT INTO export_files SELECT id, 'svg', svg FROM exports WHERE svg IS NOT NULL;
INSERT INTO export_files SELECT id, 'png', png FROM exports WHERE png IS NOT NULL;
INSERT INTO export_files SELECT id, 'pdf', pdf FROM exports WHERE pdf IS NOT NULL;
ALTER TABLE exports DROP COLUMN svg;
ALTER TABLE exports DROP COLUMN png;
ALTER TABLE exports DROP COLUMN pdf;
CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  landscape_id TEXT NOT NULL,
  version_id TEXT NOT NULL,
  status TEXT NOT NULL,
  delete_at TEXT NOT NULL,
  key TEXT NOT NULL,
  document TEXT NOT NULL,
  data TEXT NOT NULL
);
`;

/**
 * Inverted index for list filters, one row per value of a record: a scope is a version, a kind and a field. Links are
 * indexed by source kind and field, so that reading references from one kind skips the others.
 */
const INVERTED_INDEX = `
CREATE TABLE IF NOT EXISTS facet_scopes (
  id INTEGER PRIMARY KEY,
  version_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  field TEXT NOT NULL,
  UNIQUE (version_id, kind, field)
);
CREATE TABLE IF NOT EXISTS facets (
  scope INTEGER NOT NULL,
  value TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (scope, value, seq)
) WITHOUT ROWID;
DROP INDEX IF EXISTS records_owner;
CREATE INDEX records_owner ON records (kind, owner_id, seq) WHERE owner_id IS NOT NULL;
DROP INDEX IF EXISTS links_target;
CREATE INDEX links_target ON links (target_kind, target_id, source_kind, field);
`;

/**
 * Limits of the outbox: consecutive failed deliveries of a subscription, the reason why it was disabled, and the queue
 * time of an event, in Unix milliseconds of the system clock.
 */
const OUTBOX_LIMITS = `
ALTER TABLE webhook_subscriptions ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_subscriptions ADD COLUMN disabled_reason TEXT;
ALTER TABLE webhook_outbox ADD COLUMN queued_at INTEGER;
CREATE INDEX webhook_outbox_pending ON webhook_outbox (subscription_id, seq) WHERE status = 'pending';
`;

/**
 * Replaces the inverted index by indexes on names and types. Earlier versions omitted long derived lists from a record and
 * named them in `$long`; the lists are stored with the record again.
 */
const FIELD_INDEXES = `
DROP TABLE facets;
DROP TABLE facet_scopes;
DELETE FROM settings WHERE name = 'facets';
${restored('modelObject', 'childIds', 'modelObject', "AND field = 'parentId'")}
${restored('modelObject', 'childDiagramIds', 'diagram', "AND field = 'modelId'")}
${restored('tag', 'modelObjectIds', 'modelObject')}
${restored('tag', 'modelConnectionIds', 'modelConnection')}
${restored('team', 'modelObjectHandleIds', 'modelObject', '', 'source.handle_id')}
UPDATE records SET data = json_remove(data, '$."$long"') WHERE data LIKE '{"$long"%';
CREATE INDEX records_name ON records (kind, version_id, json_extract(data, '$.name'), seq);
CREATE INDEX records_type ON records (kind, version_id, json_extract(data, '$.type'), seq);
`;

/** Statement that computes a long derived list from the references to its record. */
function restored(kind: string, field: string, source: string, condition = '', value = 'source.id'): string {
  const values = `SELECT ${value} AS value FROM links JOIN records AS source ON source.kind = source_kind
    AND source.id = source_id WHERE target_kind = '${kind}' AND target_id = records.id
    AND source_kind = '${source}' ${condition} GROUP BY value ORDER BY min(links.seq)`;
  return `UPDATE records SET data = json_set(data, '$.${field}', json((SELECT json_group_array(value) FROM (${values}))))
    WHERE kind = '${kind}' AND data LIKE '{"$long":[%"${field}"%]%';`;
}

/** Counters by name, such as the number of the last decision of a landscape. */
const COUNTERS = `
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
`;

/** Records without their growing lists, see `records/postponed-lists.ts`. */
const POSTPONED = `
CREATE TABLE postponed (kind TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
`;

/** Migrations in order; each adds to the schema before it. */
export const SCHEMA_STEPS: readonly string[] = [
  RECORDS,
  WEBHOOKS,
  TOKENS,
  EXCHANGE,
  INVERTED_INDEX,
  OUTBOX_LIMITS,
  FIELD_INDEXES,
  COUNTERS,
  POSTPONED,
];

/** Current schema version. Files with a later version are rejected. */
export const SCHEMA_VERSION = SCHEMA_STEPS.length;
