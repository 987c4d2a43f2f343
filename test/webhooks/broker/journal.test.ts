import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../../src/webhooks/broker/journal.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'archctl-journal-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Appends events of other processes until the file is due for rotation. */
function fill(): void {
  const [file = ''] = readdirSync(directory);
  const hashes = randomBytes(280_000 * 10).toString('hex');
  appendFileSync(join(directory, file), hashes.replaceAll(/.{20}/g, '!$&\n'));
}

describe('the journal of a consumer', () => {
  it('keeps the latest progress, also for other processes and later ones', () => {
    const [one, other] = [openJournal(directory, 'mine'), openJournal(directory, 'mine')];
    one.mark('a', '?');
    expect(other.progressOf('a')).toBe('?');
    other.mark('a', '!');
    one.mark('a', '+');
    expect(one.progressOf('a')).toBe('!');
    expect(openJournal(directory, 'mine').progressOf('a')).toBe('!');
    expect(openJournal(directory, 'another').progressOf('a')).toBeUndefined();
  });

  it('starts another file when the first is large, in each process, and remembers both', () => {
    const [one, other] = [openJournal(directory, 'mine'), openJournal(directory, 'mine')];
    one.mark('first', '!');
    fill();
    one.mark('before', '+');
    one.mark('after', '!');
    other.mark('later', '?');
    const sizes = readdirSync(directory).map((file) => [
      file.endsWith('.1'),
      statSync(join(directory, file)).size,
    ]);
    expect(sizes.sort()).toEqual([
      [false, 3 * 22],
      [true, 280_001 * 22],
    ]);
    for (const journal of [one, other, openJournal(directory, 'mine')]) {
      expect(journal.progressOf('before')).toBe('+');
      expect(journal.progressOf('after')).toBe('!');
      expect(journal.progressOf('later')).toBe('?');
    }
  });

  it('is readable by its owner only', () => {
    openJournal(directory, 'mine').mark('a', '!');
    const [file = ''] = readdirSync(directory);
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  });
});
