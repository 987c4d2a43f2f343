import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateFile } from '../../../src/base/files/update-file.js';
import { runs } from '../../support/property-runs.js';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'update-file-'));
});
afterAll(() => rmSync(place, { recursive: true }));

const bytes = fc.uint8Array({ maxLength: 4 });

describe('updating a file', () => {
  it('writes the new content, and leaves the file alone if it is the same', async () => {
    const path = join(place, 'picture');
    await fc.assert(
      fc.asyncProperty(
        fc.array(bytes, { maxLength: 4 }),
        bytes,
        fc.boolean(),
        async (pieces, other, same) => {
          const whole = Buffer.concat(pieces);
          const before = Buffer.from(same ? whole : other);
          writeFileSync(path, before);
          expect(await updateFile(path, pieces)).toBe(before.equals(whole) ? 'unchanged' : 'changed');
          expect(readFileSync(path)).toEqual(whole);
        },
      ),
      { numRuns: runs(60) },
    );
    expect(readdirSync(place)).toEqual(['picture']);
  });

  it('keeps the file if the content fails midway or the path is not a file', async () => {
    const path = join(place, 'deep', 'new');
    const broken = (function* () {
      yield Buffer.from('half');
      throw new Error('gone');
    })();
    await expect(updateFile(path, broken)).rejects.toThrow('gone');
    expect(readdirSync(join(place, 'deep'))).toEqual([]);
    expect(await updateFile(path, [Buffer.from('all')])).toBe('new');
    symlinkSync('new', join(place, 'deep', 'link'));
    mkdirSync(join(place, 'deep', 'directory'));
    for (const name of ['link', 'directory'])
      await expect(updateFile(join(place, 'deep', name), [])).rejects.toMatchObject({ kind: 'usage' });
    expect(readFileSync(path, 'utf8')).toBe('all');
  });
});
