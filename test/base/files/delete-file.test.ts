import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deleteEmptyFolder, deleteFile } from '../../../src/base/files/delete-file.js';
import { temporaryDirectory } from '../../cli/world.js';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** A folder with `d/keep.txt`, beside a folder `victim` with a file of the same name. */
function folders() {
  const home = temporaryDirectory();
  const [root, victim] = [join(home, 'site'), join(home, 'victim')];
  for (const folder of [join(root, 'd'), victim]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'keep.txt'), 'text');
  }
  const files = () =>
    [root, victim].flatMap((it) =>
      readdirSync(it, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1)),
    );
  return { home, root, victim, file: join(root, 'd', 'keep.txt'), files };
}

describe('deleteFile', () => {
  test('deletes a regular file in the folder or a subfolder', () => {
    const { root, file, files } = folders();
    writeFileSync(join(root, 'top.txt'), '');
    expect(deleteFile(file, { below: root })).toBe('deleted');
    expect(deleteFile(join(root, 'top.txt'), { below: root })).toBe('deleted');
    expect(files()).toEqual(['victim/keep.txt']);
  });

  test('reports a file that does not exist, also if its folder does not', () => {
    const { root } = folders();
    expect(deleteFile(join(root, 'd', 'none'), { below: root })).toBe('absent');
    expect(deleteFile(join(root, 'none', 'none'), { below: root })).toBe('absent');
  });

  test.skipIf(process.platform === 'win32')('rejects a link in any component below the folder', () => {
    const { root, victim, files } = folders();
    symlinkSync(victim, join(root, 'last'));
    symlinkSync(join(victim, 'keep.txt'), join(root, 'file.txt'));
    mkdirSync(join(root, 'a'));
    symlinkSync(dirname(victim), join(root, 'a', 'middle'));
    const attempts = ['last/keep.txt', 'file.txt', 'a/middle/victim/keep.txt'];
    const before = files();
    for (const it of attempts)
      expect(() => deleteFile(join(root, it), { below: root }), it).toThrow('is a link');
    expect(files()).toEqual(before);
  });

  test.skipIf(process.platform === 'win32')('accepts a link of the user as the folder itself', () => {
    const { home, root, files } = folders();
    symlinkSync(root, join(home, 'link'));
    expect(deleteFile(join(home, 'link', 'd', 'keep.txt'), { below: join(home, 'link') })).toBe('deleted');
    expect(files()).toEqual(['victim/keep.txt']);
  });

  test('deletes a link itself if the caller asks for it, not its target', () => {
    const { root, victim, files } = folders();
    symlinkSync(join(victim, 'keep.txt'), join(root, 'file.txt'));
    expect(deleteFile(join(root, 'file.txt'), { isLinkDeleted: true })).toBe('deleted');
    expect(existsSync(join(root, 'file.txt'))).toBe(false);
    expect(files()).toContain('victim/keep.txt');
  });

  test('rejects paths outside the folder', () => {
    const { home, root, victim, file, files } = folders();
    const before = files();
    for (const path of [
      join(victim, 'keep.txt'),
      `${root}/d/../../victim/keep.txt`,
      `${root}/../victim/keep.txt`,
      root,
      home,
    ])
      expect(() => deleteFile(path, { below: root }), path).toThrow('it is outside');
    expect(() => deleteFile(file, { below: join(root, 'e') })).toThrow('it is outside');
    expect(files()).toEqual(before);
  });

  test.runIf(isRoot)('rejects a folder of another user in any component, even for root', () => {
    const { root, file } = folders();
    chownSync(join(root, 'd'), NOBODY, NOBODY);
    expect(() => deleteFile(file, { below: root })).toThrow('it belongs to another user (uid 65534)');
    chownSync(join(root, 'd'), 0, 0);
    chownSync(root, NOBODY, NOBODY);
    expect(() => deleteFile(file, { below: root })).toThrow('it belongs to another user (uid 65534)');
    expect(existsSync(file)).toBe(true);
  });

  test.skipIf(process.platform === 'win32').each(['777', '1777', '757'])(
    'rejects a folder of mode %s, which others can write to',
    (octal) => {
      const mode = Number.parseInt(octal, 8);
      const { root, file } = folders();
      chmodSync(join(root, 'd'), mode);
      expect(() => deleteFile(file)).toThrow('other users can write to it');
      expect(() => deleteFile(file, { below: root })).toThrow('other users can write to it');
      chmodSync(join(root, 'd'), 0o755);
      chmodSync(root, mode);
      expect(() => deleteFile(file, { below: root })).toThrow('other users can write to it');
      expect(existsSync(file)).toBe(true);
    },
  );

  test('deletes one name of a file with several; the other keeps the content', () => {
    const { root, victim } = folders();
    linkSync(join(victim, 'keep.txt'), join(root, 'second.txt'));
    expect(deleteFile(join(root, 'second.txt'), { below: root })).toBe('deleted');
    expect(readFileSync(join(victim, 'keep.txt'), 'utf8')).toBe('text');
  });

  test('keeps a file whose content is not the expected one', () => {
    const { root, file } = folders();
    const isExpected = (content: Buffer) => content.toString() === 'text';
    writeFileSync(file, 'edited');
    expect(deleteFile(file, { below: root, isExpected })).toBe('changed');
    expect(readFileSync(file, 'utf8')).toBe('edited');
    writeFileSync(file, 'text');
    expect(deleteFile(file, { below: root, isExpected })).toBe('deleted');
  });

  test.skipIf(process.platform === 'win32')(
    'rejects folders, pipes and devices, and reads none of them',
    () => {
      const { root } = folders();
      const pipe = join(root, 'pipe');
      expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
      const isExpected = () => true;
      for (const path of [pipe, join(root, 'd')])
        expect(() => deleteFile(path, { below: root, isExpected }), path).toThrow('it is not a regular file');
      expect(lstatSync(pipe).isFIFO()).toBe(true);
      expect(() => deleteFile('/dev/null', { isExpected })).toThrow(/regular file|not used/);
    },
  );

  test.runIf(process.platform === 'linux')(
    'deletes in the checked folder if a link takes its place after the check',
    () => {
      const { root, victim, file, files } = folders();
      const isExpected = () => {
        renameSync(join(root, 'd'), join(root, 'moved'));
        symlinkSync(victim, join(root, 'd'));
        return true;
      };
      expect(deleteFile(file, { below: root, isExpected })).toBe('deleted');
      expect(files()).toEqual(['victim/keep.txt']);
    },
  );

  test('keeps a file that replaces the checked one', () => {
    const { root, file } = folders();
    const isExpected = () => {
      writeFileSync(join(root, 'new'), 'newer');
      renameSync(join(root, 'new'), file);
      return true;
    };
    expect(deleteFile(file, { below: root, isExpected })).toBe('changed');
    expect(readFileSync(file, 'utf8')).toBe('newer');
  });
});

describe('deleteEmptyFolder', () => {
  test('deletes an empty folder only, and no link', () => {
    const { root, victim, file } = folders();
    expect(deleteEmptyFolder(join(root, 'd'), root)).toBe(false);
    deleteFile(file);
    expect(deleteEmptyFolder(join(root, 'd'), root)).toBe(true);
    expect(deleteEmptyFolder(join(root, 'd'), root)).toBe(false);
    deleteFile(join(victim, 'keep.txt'));
    symlinkSync(victim, join(root, 'link'));
    expect(deleteEmptyFolder(join(root, 'link'), root)).toBe(false);
    expect(existsSync(victim)).toBe(true);
  });
});
