import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { sharedSite, siteOf } from '../support/site.js';

const contents = (directory: string, files: readonly string[]) =>
  new Map(files.map((it) => [it, readFileSync(join(directory, it), 'utf8')]));

describe('the files of a site', () => {
  it('are the same for the same model', async () => {
    const [one, other] = [await siteOf(), await siteOf()];
    expect(one.files().length).toBeGreaterThan(10);
    expect(contents(other.directory, other.files())).toEqual(contents(one.directory, one.files()));
  });

  it('replace those of an earlier site, and leave none behind', async () => {
    const site = await siteOf();
    await site.build(FERRY.replaceAll('booking-db', 'booking-store'));
    expect(site.files()).toContain('objects/booking-store.html');
    expect(site.files()).not.toContain('objects/booking-db.html');
    expect(site.files()).toEqual((await siteOf(FERRY.replaceAll('booking-db', 'booking-store'))).files());
  });

  it('forbid scripts, styles and requests of other places in every page', async () => {
    const site = await sharedSite();
    const pages = site.files().filter((it) => it.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(5);
    for (const [path, text] of contents(site.directory, pages)) {
      const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text)?.[1];
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toMatch(/unsafe|https?:|\*/);
      // A policy protects only what comes after it.
      expect(text.indexOf('<script'), path).toBeGreaterThan(text.indexOf('http-equiv'));
    }
  });

  it('contain no path of this machine', async () => {
    const site = await siteOf();
    const texts = [...contents(site.directory, site.files()).values()].join('');
    expect(texts).not.toContain(site.directory);
    expect(texts).not.toContain(process.cwd());
  });

  it('are not written to a folder with other files', async () => {
    const site = await siteOf();
    const folder = join(site.directory, '..', 'other');
    mkdirSync(folder);
    writeFileSync(join(folder, 'letter.txt'), 'keep');
    const { code, stderr } = await site.run('model', 'site', site.model, '--out', folder);
    expect(code).toBe(2);
    expect(stderr).toContain('contains files that are not part of a site');
    expect(readdirSync(folder)).toEqual(['letter.txt']);
  });

  it('are not written through a link', async () => {
    const site = await siteOf();
    const outside = join(site.directory, '..', 'outside');
    mkdirSync(outside);
    rmSync(join(site.directory, 'objects'), { recursive: true });
    symlinkSync(outside, join(site.directory, 'objects'));
    const { code, stderr } = await site.run('model', 'site', site.model, '--out', site.directory);
    expect(code).toBe(2);
    expect(stderr).toContain('objects is not a folder');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('deletes only files inside the folder, whatever its list contains', async () => {
    const site = await siteOf();
    const outside = join(site.directory, '..', 'outside.txt');
    writeFileSync(outside, 'keep');
    const list = join(site.directory, 'site-files.txt');
    writeFileSync(
      list,
      `${readFileSync(list, 'utf8')}../outside.txt\n/etc/hostname\nobjects/../../outside.txt\n`,
    );
    await site.build(FERRY);
    expect(readFileSync(outside, 'utf8')).toBe('keep');
  });
});
