import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { SCHEMA_STEPS } from '../../src/sandbox/store/schema.js';

/** The migration that moves files of exports into a table of their own. */
const AT = SCHEMA_STEPS.findIndex((step) => step.includes('CREATE TABLE export_files'));

describe('the migration of export files', () => {
  it('keeps existing files', () => {
    const db = new Database(':memory:');
    for (const step of SCHEMA_STEPS.slice(0, AT)) db.exec(step);
    db.exec(
      "INSERT INTO exports VALUES ('e', 'diagram', 'l', 'done', '2030', 't', '{}', x'01', x'02', NULL)",
    );
    db.exec(SCHEMA_STEPS[AT] ?? '');
    const files = db
      .prepare('SELECT export_id, type, hex(data) AS data FROM export_files ORDER BY type')
      .all();
    expect(files).toEqual([
      { export_id: 'e', type: 'png', data: '02' },
      { export_id: 'e', type: 'svg', data: '01' },
    ]);
    db.close();
  });
});
