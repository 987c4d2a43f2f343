import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import { sharedSite, siteOf, type TestSite } from '../support/site.js';

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

  describe('deletes of a planted list', () => {
    const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
    /** Adds entries with correct hashes to the list. */
    const plant = ({ directory }: TestSite, paths: readonly string[], content = 'keep') => {
      const list = join(directory, 'site-files.txt');
      const entries = paths.map((it) => `${hashOf(content)}  ${it}\n`);
      writeFileSync(list, readFileSync(list, 'utf8') + entries.join(''));
    };
    const put = (...parts: string[]) => {
      const path = join(...parts);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, 'keep');
      return path;
    };

    it('nothing outside the folder', async () => {
      const site = await siteOf();
      const outside = put(site.directory, '..', 'outside.html');
      plant(site, ['../outside.html', outside, 'objects/../../outside.html', './../outside.html']);
      await site.build(FERRY);
      expect(readFileSync(outside, 'utf8')).toBe('keep');
    });

    it('nothing that a site cannot have', async () => {
      const site = await siteOf();
      const paths = [
        '.git/config',
        '.env',
        'notes.txt',
        'src/main.js',
        'objects/.hidden.html',
        'pictures/a.html',
      ];
      for (const it of paths) put(site.directory, it);
      plant(site, paths);
      await site.build(FERRY);
      expect(paths.filter((it) => !existsSync(join(site.directory, it)))).toEqual([]);
    });

    it('nothing through a link, and reports it', async () => {
      const site = await siteOf();
      const victim = put(site.directory, '..', 'victim', 'keep.html');
      // FERRY has a decision in no file, so that nothing is written to this folder.
      symlinkSync(dirname(victim), join(site.directory, 'decisions'));
      plant(site, ['decisions/keep.html']);
      const { code, stderr } = await site.run('model', 'site', site.model, '--out', site.directory);
      expect(code).toBe(0);
      expect(stderr).toContain('decisions is a link');
      expect(stderr).toContain('decisions/keep.html');
      expect(readFileSync(victim, 'utf8')).toBe('keep');
    });

    it.runIf(process.getuid?.() === 0)('nothing in a folder of another user, even for root', async () => {
      const site = await siteOf();
      const planted = put(site.directory, 'objects', 'planted.html');
      plant(site, ['objects/planted.html']);
      chownSync(site.directory, 65_534, 65_534);
      const { stderr } = await site.run('model', 'site', site.model, '--out', site.directory);
      expect(stderr).toContain('it belongs to another user (uid 65534)');
      expect(existsSync(planted)).toBe(true);
    });

    it('nothing in a folder that others can write to', async () => {
      const site = await siteOf();
      const planted = put(site.directory, 'objects', 'planted.html');
      plant(site, ['objects/planted.html']);
      chmodSync(site.directory, 0o777);
      const { stderr } = await site.run('model', 'site', site.model, '--out', site.directory);
      expect(stderr).toContain('other users can write to it');
      expect(existsSync(planted)).toBe(true);
    });
  });

  it('keep an obsolete file that was edited, and report it until it is gone', async () => {
    const site = await siteOf();
    const edited = join(site.directory, 'objects', 'booking-db.html');
    writeFileSync(edited, 'edited');
    writeFileSync(site.model, FERRY.replaceAll('booking-db', 'booking-store'));
    const run = () => site.run('model', 'site', site.model, '--out', site.directory);
    for (const { code, stderr } of [await run(), await run()]) {
      expect(code).toBe(0);
      expect(stderr).toContain('1 file of the earlier site was not deleted, because the content has changed');
      expect(stderr).toContain('objects/booking-db.html');
    }
    expect(readFileSync(edited, 'utf8')).toBe('edited');
    rmSync(edited);
    expect((await run()).stderr).not.toContain('not deleted');
  });

  it('of an earlier version, whose list has no hashes, are kept and reported', async () => {
    const site = await siteOf();
    const list = join(site.directory, 'site-files.txt');
    const paths = [...readFileSync(list, 'utf8').matchAll(/^[0-9a-f]{64} {2}(.+)$/gm)].map(
      ([, path]) => path,
    );
    expect(paths).toContain('objects/booking-db.html');
    const first = '# Files of a site that archctl wrote. Other files in this folder are never deleted.';
    writeFileSync(list, `${[first, ...paths].join('\n')}\n`);
    writeFileSync(site.model, FERRY.replaceAll('booking-db', 'booking-store'));
    const { code, stderr } = await site.run('model', 'site', site.model, '--out', site.directory);
    expect(code).toBe(0);
    expect(stderr).toContain('the list site-files.txt is of an earlier version and contains no hashes');
    expect(site.files()).toContain('objects/booking-db.html');
    expect(site.files()).toContain('objects/booking-store.html');
  });
});
