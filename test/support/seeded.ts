/** Databases that begin with what an earlier sandbox of the same kind was filled with: copying takes a tenth of filling. */

import { threadId } from 'node:worker_threads';
import Database from 'libsql';
import { randomId } from '../../src/base/random-id.js';
import type { SandboxOptions } from '../../src/sandbox/sandbox.js';
import { migrate, type OpenStore, openDatabase } from '../../src/sandbox/store/open.js';
import { type Db, rows } from '../../src/sandbox/store/rows.js';

interface Template {
  uri: string;
  /** A database in memory lasts as long as somebody has it open. */
  db: Db;
}

const templates = new Map<string, Template>();
/** As long as all tests may take: for none does it matter that its sandbox has been there for a while. */
const WHILE = 10 * 60_000;

let made = 0;

/** What the first contents of a sandbox depend on. */
function kindOf({ seed = 'demo', adminKey, clock }: SandboxOptions): string {
  const moment = clock ? clock().getTime() : Math.floor(Date.now() / WHILE);
  return JSON.stringify([seed, adminKey, clock !== undefined, moment]);
}

const tablesOf = (db: Db): string[] =>
  rows<{ name: string }>(
    db,
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
    .all()
    .map(({ name }) => name);

/** Copies every row between a database and a template, which have the same schema. */
function copy(db: Db, uri: string, from: 'main' | 'copy', to: 'main' | 'copy'): void {
  db.exec(`ATTACH '${uri}' AS copy`);
  const inserts = tablesOf(db).map((table) => `INSERT INTO ${to}.${table} SELECT * FROM ${from}.${table};`);
  db.exec(`BEGIN; ${inserts.join(' ')} COMMIT; DETACH copy;`);
}

function keep(kind: string, db: Db): void {
  made += 1;
  // A name of its own in the process: the sources may be loaded twice.
  const uri = `file:seeded-${threadId}-${made}-${randomId()}?mode=memory&cache=shared`;
  const template = new Database(uri);
  migrate(template);
  copy(db, uri, 'main', 'copy');
  // The one thing that is not the same in all of a kind: each sandbox says its own.
  template.exec("DELETE FROM settings WHERE name = 'plan'");
  templates.set(kind, { uri, db: template });
}

/** Opens a sandbox with `create`. One in memory gets a copy of what the first one of its kind began with. */
export async function seeded<Options extends SandboxOptions, Opened>(
  options: Options,
  create: (options: Options) => Promise<Opened>,
): Promise<Opened> {
  const isOwn = options.dataDir !== undefined || options.openDatabase !== undefined;
  if (isOwn || options.seed?.startsWith('generated')) return create(options);
  const kind = kindOf(options);
  const template = templates.get(kind);
  let db: Db | undefined;
  const open: OpenStore = (dataDir) => {
    const opened = openDatabase(dataDir);
    db = opened.db;
    if (template) copy(db, template.uri, 'copy', 'main');
    return opened;
  };
  const opened = await create({ ...options, openDatabase: open });
  if (!template && db) keep(kind, db);
  return opened;
}
