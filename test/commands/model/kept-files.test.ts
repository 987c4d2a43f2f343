import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptFiles } from '../../../src/commands/model/shared/sources.js';

const LARGE = '#'.repeat(20_000_001);

describe('keptFiles', () => {
  let cwd: string;
  let context: Parameters<typeof keptFiles>[0];

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'archctl-'));
    context = { world: { cwd } } as typeof context;
    writeFileSync(join(cwd, 'model.yaml'), 'objects: []\n');
  });

  afterEach(() => rmSync(cwd, { recursive: true }));

  it('keeps small files', async () => {
    const files = [{ path: 'model.yaml', text: 'domains: []\n' }];
    expect(await keptFiles(context, ['model.yaml'], files)()).toBe(files);
  });

  it('reads large files again', async () => {
    const files = await keptFiles(context, ['model.yaml'], [{ path: 'model.yaml', text: LARGE }])();
    expect(files).toEqual([{ path: 'model.yaml', text: 'objects: []\n' }]);
  });

  it('keeps large files from stdin, which cannot be read twice', async () => {
    const files = [{ path: 'stdin', text: LARGE }];
    expect(await keptFiles(context, ['-'], files)()).toBe(files);
  });
});
