/** Cache of seeded databases: copying one takes a tenth of the time of seeding. */

import { threadId } from 'node:worker_threads';
import Database from 'libsql';
import { randomId } from '../../src/base/random-id.js';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import { migrate, type OpenStore, openDatabase } from '../../src/sandbox/store/open.js';
import { type Db, rows } from '../../src/sandbox/store/rows.js';

interface Template {
  uri: string;
  /** An in-memory database lives as long as a connection is open. */
  db: Db;
}

const templates = new Map<string, Template>();
/** Age limit of a template. No test depends on the age of its sandbox. */
const MAX_AGE_MS = 10 * 60_000;

let created = 0;

/** Cache key of the options that the seed depends on. */
function keyOf({ seed = 'demo', adminKey, clock }: SandboxOptions): string {
  const moment = clock ? clock().getTime() : Math.floor(Date.now() / MAX_AGE_MS);
  return JSON.stringify([seed, adminKey, clock !== undefined, moment]);
}

const tablesOf = (db: Db): string[] =>
  rows<{ name: string }>(
    db,
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
    .all()
    .map(({ name }) => name);

/** Copies every row between two databases of the same schema. */
function copy(db: Db, uri: string, from: 'main' | 'copy', to: 'main' | 'copy'): void {
  db.exec(`ATTACH '${uri}' AS copy`);
  const inserts = tablesOf(db).map((table) => `INSERT INTO ${to}.${table} SELECT * FROM ${from}.${table};`);
  db.exec(`BEGIN; ${inserts.join(' ')} COMMIT; DETACH copy;`);
}

function keep(kind: string, db: Db): void {
  created += 1;
  // Unique within the process, because the sources can be loaded twice.
  const uri = `file:seeded-${threadId}-${created}-${randomId()}?mode=memory&cache=shared`;
  const template = new Database(uri);
  migrate(template);
  copy(db, uri, 'main', 'copy');
  // The only row that differs between sandboxes of a kind.
  template.exec("DELETE FROM settings WHERE name = 'plan'");
  templates.set(kind, { uri, db: template });
}

const isSeeded = (db: Db): boolean =>
  db.prepare("SELECT 1 FROM settings WHERE name = 'seed'").get() !== undefined;

/** Opens a sandbox with `create`. An empty in-memory sandbox gets a copy of the first one of its kind. */
export async function openSeeded<Options extends SandboxOptions, Opened>(
  options: Options,
  create: (options: Options) => Promise<Opened>,
): Promise<Opened> {
  const { dataDir, openDatabase: openOwn = openDatabase } = options;
  if (dataDir !== undefined || options.seed?.startsWith('generated')) return create(options);
  const kind = keyOf(options);
  const template = templates.get(kind);
  let db: Db | undefined;
  const open: OpenStore = (directory) => {
    const opened = openOwn(directory);
    if (isSeeded(opened.db)) return opened;
    db = opened.db;
    if (template) copy(db, template.uri, 'copy', 'main');
    return opened;
  };
  const opened = await create({ ...options, openDatabase: open });
  if (!template && db) keep(kind, db);
  return opened;
}
