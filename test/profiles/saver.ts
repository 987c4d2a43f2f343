/** Processes that save profiles, stopped or killed at a given step. */

import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { follow, type RunningProcess } from '../support/binary.js';

/**
 * Adds the profiles NAME0, NAME1, ... one after another. STALL is `change` or `rename`: at that step it
 * prints "stalled" and continues once its stdin ends. KILL_AT is the number of the file system call before
 * which it is killed; a file that was to be written is written by half.
 * With EACH it is killed at each call in turn, in the directories DIR/1, DIR/2 and so on, which have a
 * profile `before`; in the last of them it survives. After such a simulated kill, no file system call has an
 * effect: the directory is as after a real kill.
 */
const SAVER = `
const fs = require('node:fs');
const { profileStore } = require('./store.cjs');
const { DIR, NAME, COUNT = '1', STALL, KILL_AT, EACH } = process.env;
const stall = () => {
  fs.writeSync(1, 'stalled\\n');
  while (fs.readSync(0, Buffer.alloc(9)) > 0);
};
const CHANGES = ['mkdirSync', 'openSync', 'fchmodSync', 'writeFileSync', 'fsyncSync', 'closeSync', 'renameSync', 'unlinkSync', 'rmdirSync'];
const { writeSync } = fs;
let calls = 0;
let killAt = Number(KILL_AT);
let isDead = false;
const die = () => {
  if (!EACH) process.kill(process.pid, 'SIGKILL');
  isDead = true;
  throw new Error('dead');
};
for (const name of Object.keys(fs).filter((it) => it.endsWith('Sync'))) {
  const real = fs[name];
  fs[name] = (...given) => {
    if (isDead) throw new Error('dead');
    if (CHANGES.includes(name) && ++calls === killAt) {
      if (name === 'writeFileSync') writeSync(given[0], given[1].slice(0, given[1].length / 2));
      die();
    }
    if (STALL === 'rename' && name === 'renameSync' && given[1].endsWith('profiles.json')) stall();
    return real(...given);
  };
}
const save = (store, name) =>
  store.update((file) => {
    if (STALL === 'change') stall();
    const profile = { baseUrl: 'https://api.example.com/v1', keyId: NAME, secret: 'the-secret' };
    return { ...file, profiles: { ...file.profiles, [name]: profile } };
  });
const dieAtEach = async () => {
  for (let step = 1; ; step++) {
    const store = profileStore(DIR + '/' + step);
    killAt = -1;
    await save(store, 'before');
    [calls, killAt] = [0, step];
    await save(store, NAME + '0').catch((error) => isDead || Promise.reject(error));
    if (!isDead) return;
    isDead = false;
  }
};
(async () => {
  if (EACH) return dieAtEach();
  for (let at = 0; at < Number(COUNT); at++) await save(profileStore(DIR), NAME + at);
})();
`;

/** The store as one script for Node, in a directory that lasts as long as the tests. */
export async function buildSaver(directory: string): Promise<void> {
  const bundle = await rolldown({ input: { store: 'src/profiles/store.ts' }, platform: 'node' });
  await bundle.write({ dir: directory, format: 'cjs', entryFileNames: '[name].cjs' });
  await bundle.close();
  writeFileSync(join(directory, 'saver.cjs'), SAVER);
}

export interface Saver extends RunningProcess {
  readonly child: ChildProcess;
}

export const startSaver = (built: string, env: Record<string, string>): Saver =>
  follow(
    spawn(process.execPath, [join(built, 'saver.cjs')], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );
