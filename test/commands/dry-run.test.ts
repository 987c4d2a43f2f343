import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { listOf, textOf } from '../support/sandbox.js';
import type { Machine, RunResult } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** `--dry-run` on a terminal: the effects of a delete; the request with `--wide` and for programs. */

let suite: CommandSuite;
let machine: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  machine = suite.machine();
});
afterAll(() => suite.close());

const person = (line: string): Promise<RunResult> =>
  machine.run([...line.split(' '), '--dry-run', '--no-color'], { tty: true, width: 80 });

const idsOf = async (path: string, key: string): Promise<string[]> =>
  listOf(await suite.ask(`landscapes/${suite.ids.landscape}/versions/latest/${path}`), key)
    .filter(({ type }) => type !== 'root')
    .map((it) => textOf(it, 'id'));

const writes = ({ requests }: RunResult): string[] =>
  requests.map(({ method }) => method).filter((method) => method !== 'GET');

describe('a dry run of a delete on a terminal', () => {
  it('names what is deleted and changed, and how to undo it', async () => {
    const ran = await machine.run(['object', 'delete', 'Booking Database', '--dry-run', '--no-color'], {
      tty: true,
      width: 120,
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(/^Would delete the model object "Booking Database" with 2 model connections /);
    expect(ran.stdout).toMatch(
      /\nDeleted\n {2}1 model object\n {4}Booking Database\n {2}2 model connections\n {4}\S.* → /,
    );
    expect(ran.stdout).toMatch(/\nChanged: loses references to them\n/);
    expect(ran.stdout).toMatch(/\nTo undo the delete: archctl undo\n$/);
    expect(ran.stderr).toBe('Dry run: nothing was changed. Show the request with --wide.\n');
    expect(writes(ran)).toEqual([]);
  });

  it('warns that it cannot be undone, for what undo does not restore and without recording', async () => {
    expect((await person(`landscape delete ${suite.ids.landscape}`)).stdout).toMatch(
      /^Would delete the landscape "[\s\S]*\n\nThis cannot be undone\.\n$/,
    );
    const [tag = ''] = await idsOf('tags', 'tags');
    expect((await person(`tag delete ${tag} --no-undo`)).stdout).toContain('This cannot be undone');
  });

  it('names the records of several deletes', async () => {
    const tags = (await idsOf('tags', 'tags')).slice(0, 2);
    const ran = await person(`tag delete ${tags.join(' ')}`);
    expect(ran.stdout).toMatch(/^Would delete 2 tags[\s\S]*\nDeleted\n {2}2 tags\n {4}\S.* and \S/);
    expect([ran.code, writes(ran)]).toEqual([0, []]);
  });

  it.each(FAMILIES.map(({ shape }) => shape.word))(
    'describes the delete of a %s without an id',
    async (word) => {
      const list = (await machine.run([...word.split(' '), 'list', '-o', 'json'])).json() as { id: string }[];
      const id = list.at(-1)?.id ?? '';
      const ran = await person(`${word} delete ${id}`);
      expect([ran.code, writes(ran)]).toEqual([0, []]);
      expect(ran.stdout).toMatch(/^Would delete the /);
      expect(ran.stdout).not.toContain(id);
    },
  );

  it('prints the request with --wide, and for programs, without sending any', async () => {
    const [tag = ''] = await idsOf('tags', 'tags');
    for (const more of [['--wide'], ['-o', 'json']]) {
      const ran = await machine.run(['tag', 'delete', tag, '--dry-run', ...more], { tty: true });
      expect(ran.stdout).toContain('DELETE');
      expect(ran.requests).toEqual([]);
    }
  });

  it('fails for a record that does not exist', async () => {
    const ran = await person('tag delete Missing0123456789Abc');
    expect([ran.code, ran.stdout]).toEqual([4, '']);
  });
});
