import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cascadeOf } from '../../src/cli/command/family/cascade.js';
import { FAMILIES, type Family } from '../../src/contract/families.js';
import { textOf } from '../support/sandbox.js';
import type { Answer } from '../support/terminal.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeEach(async () => {
  suite = await openCommandSuite();
});
afterEach(() => suite.close());

const place = () => ({ landscapeId: suite.ids.landscape, versionId: 'latest' });
const client = () => suite.service.client();

async function idsOf({ list }: Pick<Family, 'list'>, isWanted = (_: unknown) => true): Promise<string[]> {
  const ids: string[] = [];
  for await (const it of client().performPages(list, { path: place() }))
    if (isWanted(it)) ids.push(textOf(it, 'id'));
  return ids;
}
/** A root is deleted only with its domain. */
const mayGo = (record: unknown): boolean => (record as { type?: unknown }).type !== 'root';
const countRecords = async () =>
  new Map(await Promise.all(FAMILIES.map(async (it) => [it.shape.noun, (await idsOf(it)).length] as const)));

/** A record without references to it, and one with many. */
async function predicted({ shape, list }: Family, id: string) {
  const before = await countRecords();
  const announced = await cascadeOf(client(), place(), shape.singular, [id]);
  const family = FAMILIES.find((it) => it.list === list);
  if (!family) throw new Error(shape.noun);
  await client().perform(family.delete, { path: { ...place(), [shape.param]: id } });
  const after = await countRecords();
  const deleted = [...before].flatMap(([noun, count]) => {
    const others = count - (after.get(noun) ?? 0) - (noun === shape.noun ? 1 : 0);
    return others === 0 ? [] : [{ noun, count: others }];
  });
  const byNoun = (a: { noun: string }, b: { noun: string }) => a.noun.localeCompare(b.noun);
  return { announced: announced.sort(byNoun), deleted: deleted.sort(byNoun) };
}

describe.each(FAMILIES.map((it) => [it.shape.noun, it] as const))('deleting a %s', (_noun, family) => {
  test('deletes what was announced, and nothing else', async () => {
    const ids = await idsOf(family, mayGo);
    const last = await predicted(family, ids.at(-1) ?? '');
    expect(last.announced).toEqual(last.deleted);
    const left = await idsOf(family, mayGo);
    const first = await predicted(family, (left[1] ?? left[0]) as string);
    expect(first.announced).toEqual(first.deleted);
  });
});

const question = async (argv: string[], message: string): Promise<string[]> => {
  const machine = suite.machine();
  const answers = [{ ask: 'confirm', message, answer: false }] as const;
  const ran = await machine.run([...argv, '-o', 'json'], { tty: true, answers });
  expect(ran.code, ran.stderr).toBe(130);
  expect(ran.stderr).toContain('Nothing was changed.');
  return ran.requests.map(({ method }) => method);
};

describe('the confirmation of a delete', () => {
  test('names the record, its cascades, and its location', async () => {
    const { origin, target, landscape } = suite.ids;
    const app = { name: 'App', type: 'app', parentId: origin };
    const { modelObject } = await suite.ask(
      `landscapes/${landscape}/versions/latest/model/objects`,
      'POST',
      app,
    );
    const id = textOf(modelObject, 'id');
    const store = { name: 'Part', type: 'component', parentId: id };
    await suite.ask(`landscapes/${landscape}/versions/latest/model/objects`, 'POST', store);
    for (const name of ['one', 'two']) {
      const line = { name, originId: id, targetId: target, direction: null };
      await suite.ask(`landscapes/${landscape}/versions/latest/model/connections`, 'POST', line);
    }
    const place = `in the landscape "${textOf((await suite.ask(`landscapes/${landscape}`)).landscape, 'name')}"`;
    const methods = await question(
      ['object', 'delete', id],
      `Delete the model object "App" with 1 model object and 2 model connections ${place}?`,
    );
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  test('names the records of a tag, and the text and replies of a comment', async () => {
    const latest = `landscapes/${suite.ids.landscape}/versions/latest`;
    const { landscape } = await suite.ask(`landscapes/${suite.ids.landscape}`);
    const place = `in the landscape "${textOf(landscape, 'name')}"`;
    const { tagGroup } = await suite.ask(`${latest}/tag-groups`, 'POST', {
      name: 'Fresh',
      icon: 'bug',
      index: 9,
    });
    const body = { name: 'New', color: 'red', groupId: textOf(tagGroup, 'id'), index: 0 };
    const { tag } = await suite.ask(`${latest}/tags`, 'POST', body);
    const tagId = textOf(tag, 'id');
    await question(['tag', 'delete', tagId], `Delete the tag "New" ${place}?`);
    for (const id of [suite.ids.origin, suite.ids.target])
      await suite.ask(`${latest}/model/objects/${id}`, 'PATCH', { tagIds: [tagId] });
    const message = `Delete the tag "New", removing it from 2 model objects ${place}?`;
    await question(['tag', 'delete', tagId], message);

    const content = { content: 'Why\nso?', type: 'question', status: 'open' };
    const { comment } = await suite.ask(`${latest}/comments`, 'POST', { body: content });
    const commentId = textOf(comment, 'id');
    for (const content of ['So.', 'And so.'])
      await suite.ask(`${latest}/comments/${commentId}/replies`, 'POST', { content });
    await question(['comment', 'delete', commentId], `Delete the comment "Why so?" with 2 replies ${place}?`);
  });

  test('is not shown for missing records', async () => {
    const ran = await suite
      .machine()
      .run(['object', 'delete', 'NobodyHasThisId00000', '-o', 'json'], { tty: true });
    expect(ran.error().kind).toBe('not-found');
    expect(ran.code).toBe(4);
    expect(new Set(ran.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('costs a script no request without the journal of "archctl undo"', async () => {
    const ran = await suite
      .machine({ ARCHCTL_UNDO: 'off' })
      .run(['connection', 'delete', suite.ids.spareConnection, '--yes', '-o', 'json']);
    expect(ran.requests.map(({ method }) => method)).toEqual(['DELETE']);
  });
});

/** Parses `11 model objects, 2 diagrams and 1 flow` to counts by kind. */
const countsIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/(\d+) ([a-z ]+?)s?(?=,| and |$)/g)].map(([, n, noun = '']) => [noun, Number(n)]),
  );

const allLogs = async () =>
  (await suite.machine().run(['logs', 'list', '--limit', '20000', '-o', 'json'])).json() as {
    id: string;
    action: { type: string };
  }[];

/**
 * Deletions in the action log by kind, after the entries in `before`, without the targets, which are model
 * objects.
 */
async function loggedDeletions(
  targets: number,
  before: readonly { id: string }[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = { 'model object': -targets };
  const known = new Set(before.map(({ id }) => id));
  for (const {
    action: { type },
  } of (await allLogs()).filter(({ id }) => !known.has(id))) {
    const [, kind] = /^(.*)-delete$/.exec(type) ?? [];
    // A diagram and its content are one record for people.
    if (kind === undefined || kind === 'diagram-content') continue;
    const noun = kind.replaceAll('-', ' ');
    counts[noun] = (counts[noun] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

describe('the result of an object delete', () => {
  test.each([[['Booking']], [['Booking', 'Boarding']]])(
    'equals the confirmation and the action log by kind: %j',
    async (names) => {
      const before = await allLogs();
      let announced = '';
      const message = (asked: string): boolean => {
        [, announced = ''] = / with (.*?) in the landscape/s.exec(asked) ?? [];
        return true;
      };
      const ran = await suite.machine().run(['object', 'delete', ...names], {
        tty: true,
        answers: [{ ask: 'confirm', message, answer: true }],
      });
      expect(ran.code, ran.stderr).toBe(0);
      const [, reported = ''] = / Deleted .*? with (.*?)\./s.exec(ran.stderr.replace(/\s+/g, ' ')) ?? [];
      const counts = countsIn(reported);
      expect(Object.keys(counts)).toEqual(
        expect.arrayContaining(['model object', 'model connection', 'diagram', 'flow']),
      );
      expect(countsIn(announced)).toEqual(counts);
      expect(await loggedDeletions(names.length, before)).toEqual(counts);
    },
  );

  test.each([[['Booking']], [['Booking', 'Boarding']]])('is the same with --yes: %j', async (names) => {
    const before = await allLogs();
    const ran = await suite.machine().run(['object', 'delete', ...names, '--yes', '-o', 'json']);
    const [, reported = ''] = / Deleted .*? with (.*?)\./s.exec(ran.stderr) ?? [];
    expect(countsIn(reported)).toEqual(await loggedDeletions(names.length, before));
  });

  test('is read before the request only if it is printed', async () => {
    const ran = await suite
      .machine({ ARCHCTL_UNDO: 'off' })
      .run(['object', 'delete', suite.ids.origin, '--yes', '--quiet', '-o', 'json']);
    expect(ran.requests.map(({ method }) => method)).toEqual(['DELETE']);
  });
});

describe('the result of another delete', () => {
  const asked = async (argv: string[]): Promise<[string, string]> => {
    let question = '';
    const message = (text: string): boolean => {
      question = text;
      return true;
    };
    const answer: Answer =
      argv[0] === 'landscape'
        ? { ask: 'input', message, answer: 'Spare' }
        : { ask: 'confirm', message, answer: true };
    const ran = await suite.machine().run(argv, { tty: true, answers: [answer], width: 500 });
    expect(ran.code, ran.stderr).toBe(0);
    return [question, ran.stderr];
  };

  test('repeats the announcement of the confirmation', async () => {
    const { tag, tagGroup, team, sideLandscape, spareVersion, spareLandscape } = suite.ids;
    const loss = {
      tag: /removing it from [^?.]*?(?= in the|\.)/,
      'tag-group': / with \d+ tags?/,
      team: /removing it from \d+ model objects?/,
      version: / with \d+ [^?.]*?(?= of the landscape|\.)/,
      landscape: / \(\d+ versions?; the live version with [^)]*\)/,
    };
    for (const [argv, pattern] of [
      [['tag', 'delete', tag], loss.tag],
      [['tag-group', 'delete', tagGroup], loss['tag-group']],
      [['team', 'delete', team], loss.team],
      [['version', 'delete', spareVersion, '--landscape', sideLandscape], loss.version],
      [['landscape', 'delete', spareLandscape], loss.landscape],
    ] as const) {
      const [question, result] = await asked([...argv]);
      const [announced] = pattern.exec(question) ?? [];
      expect(announced, question).toBeDefined();
      expect(result).toContain(announced?.trim());
    }
  });
});
