import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidChoiceError } from '../../src/base/text/suggest.js';
import { testWorld } from './world.js';

/** Hint of a rejected command line; nothing is sent. */
async function hintFor(...argv: string[]): Promise<string | undefined> {
  const it = testWorld({ env: { ARCHCTL_ORG: 'O' } });
  expect(await it.run(...argv, '-o', 'json')).toBe(2);
  expect(it.error().kind).toBe('usage');
  expect(it.requests).toEqual([]);
  expect(it.stdout()).toBe('');
  return it.error().hint;
}

describe('an option without a command', () => {
  test.each([
    ['--verison', '--version'],
    ['--helpp', '--help'],
  ])('%s is %s', async (typed, meant) => {
    expect(await hintFor(typed)).toBe(`Did you mean "archctl ${meant}"?`);
  });
});

describe('the intended command', () => {
  test.each<[string, string]>([
    // Verb first.
    ['list landscapes', '"archctl landscape list"'],
    ['create object --name x', '"archctl object create"'],
    ['exprot diagram X', '"archctl diagram export"'],
    // Verb of another noun.
    ['diagram merge X', '"archctl draft merge" or "archctl model merge"'],
    ['landscape tail', '"archctl logs tail"'],
    // Verb only.
    ['lgoin', '"archctl login"'],
    ['tail', '"archctl logs tail"'],
    // Verb of a nested group.
    ['webhook list', '"archctl webhook events list" or "archctl webhook secret list"'],
    // Words of other tools.
    ['diagram ls', '"archctl diagram list"'],
    ['diagram show X', '"archctl diagram get"'],
    ['profile delete X', '"archctl profile remove"'],
    ['object edit X', '"archctl object update"'],
    // Joined words, or capitals.
    ['diagram-export X', '"archctl diagram export"'],
    ['diagrams:list', '"archctl diagram list"'],
    ['LANDSCAPE list', '"archctl landscape list"'],
    // Misspelled at a deeper level.
    ['webhook evnts list', '"archctl webhook events list"'],
    ['webhook events lits', '"archctl webhook events list"'],
    // A help topic.
    ['exit-codes', '"archctl help exit-codes"'],
    ['enviroment', '"archctl help environment"'],
    ['help enviroment', '"archctl help environment"'],
    ['help landscpae', '"archctl help landscape"'],
  ])('archctl %s', async (line, meant) => {
    expect(await hintFor(...line.split(' '))).toBe(`Did you mean ${meant}?`);
  });

  test.each<[string, string]>([
    ['profile upsert', '"archctl profile --help" lists the commands.'],
    ['xyzzyqwerty', '"archctl --help" lists the commands.'],
    ['help xyzzyqwerty', '"archctl help" lists commands and topics.'],
  ])('archctl %s: too many suggestions or none, and a reference to the list', async (line, hint) => {
    expect(await hintFor(...line.split(' '))).toBe(hint);
  });

  test('an option of a command before its words', async () => {
    expect(await hintFor('--format', 'svg', 'diagram', 'export', 'X')).toBe(
      'If it is the value of --format, put options after the command: archctl <command> --format svg',
    );
    // Global options may be anywhere.
    expect(await hintFor('--quiet', 'lits', 'landscapes')).toBe('Did you mean "archctl landscape list"?');
  });

  test('a noun alone refers to its commands', async () => {
    expect(await hintFor('landscape', '--quiet')).toBe('"archctl landscape --help" lists the commands.');
  });
});

describe('the intended option', () => {
  test.each<[string, string]>([
    ['diagram export X --frmat svg', 'Did you mean "--format"?'],
    ['diagram export X --frmat=svg', 'Did you mean "--format"?'],
    ['object create X --nam y', 'Did you mean "--name"?'],
    ['model pull --folder x', 'Did you mean "--out"?'],
    ['webhook verify --out x', 'Did you mean "--file"?'],
    ['landscape list --outptu json', 'Did you mean "--output"?'],
    [
      'landscape list --theme dark',
      '"archctl diagram export", "archctl diagram export-png", "archctl model graph" accept it, among others. "archctl landscape list --help" lists the options of this command.',
    ],
    // Options of the same noun come first.
    [
      'webhook sign --secret-stdin',
      '"archctl webhook secret set" accepts it. "archctl webhook sign --help" lists the options of this command.',
    ],
    [
      'diagram get X --preview',
      '"archctl diagram export" accepts it, among others. "archctl diagram get --help" lists the options of this command.',
    ],
    [
      'landscape list --landscape X',
      '"archctl landscape export", "archctl landscape export-status", "archctl landscape import-status" accept it, among others. "archctl landscape list --help" lists the options of this command.',
    ],
    [
      'object list --where x',
      "To filter a list, use --query: --query '[?!description]' selects records without a description.",
    ],
    [
      'object update X --caption Y --draft D',
      '"archctl model apply --draft NAME" puts changes of model files into a draft. "archctl draft add-task DRAFT" adds a single change.',
    ],
    ['landscape list --xyzzyqwerty', '"archctl landscape list --help" shows the usage.'],
    ['landscape list -x', '"archctl landscape list --help" shows the usage.'],
  ])('archctl %s', async (line, hint) => {
    expect(await hintFor(...line.split(' '))).toBe(hint);
  });
});

describe('the intended value', () => {
  test.each<[string, string]>([
    ['diagram export X --theme drak', 'Did you mean "dark"?'],
    ['diagram export X --format svg,pgn', 'Did you mean "png"?'],
    ['diagram export X --theme DARK', 'Did you mean "dark"?'],
    ['object list --status depracated', 'Did you mean "deprecated"?'],
    ['logs list --type flow-creat', 'Did you mean "flow-create"? "archctl logs list --help" lists them all.'],
    ['logs list --type xyzzyqwerty', '"archctl logs list --help" lists them all.'],
    ['profile set plann growth', 'Did you mean "plan"?'],
  ])('archctl %s', async (line, hint) => {
    expect(await hintFor(...line.split(' '))).toBe(hint);
  });

  test('in the environment', async () => {
    const it = testWorld({ env: { ARCHCTL_OUTPUT: 'jsno' } });
    expect(await it.run('landscape', 'list')).toBe(2);
    expect(it.stderr()).toContain('hint: Did you mean "json"?');
  });

  test.each([
    [['landscape', 'list', '-p', 'snadbox'], 'Did you mean "sandbox"? Profiles: sandbox.'],
    [['profile', 'use', 'snadbox'], 'Did you mean "sandbox"? Profiles: sandbox.'],
    [['profile', 'show', 'snadbox'], 'Did you mean "sandbox"? Profiles: sandbox.'],
    [['profile', 'remove', 'snadbox'], 'Did you mean "sandbox"? Profiles: sandbox.'],
    [['profile', 'remove', 'xyzzyqwerty'], 'Profiles: sandbox.'],
    [['profile', 'set', 'plan', 'growht', '-p', 'sandbox'], 'Did you mean "growth"?'],
  ])('of a profile: %j', async (argv, hint) => {
    const it = testWorld({ signedIn: false });
    mkdirSync(join(it.directory, 'config'));
    const sandbox = { baseUrl: 'https://x.example', keyId: 'k', secret: 'stored-secret' };
    const file = join(it.directory, 'config', 'profiles.json');
    writeFileSync(file, JSON.stringify({ current: 'sandbox', profiles: { sandbox } }));
    expect(await it.run(...argv, '-o', 'json')).toBe(2);
    expect(it.error().hint).toBe(hint);
  });

  test('long lists are not repeated in the error', () => {
    const values = Array.from({ length: 13 }, (_, index) => `value-${index}`);
    const fault = new InvalidChoiceError('value', values);
    expect(fault.message).toBe('"value" is not one of its 13 values');
    expect(new InvalidChoiceError('x', values.slice(1)).message).toContain('value-12');
    expect(new InvalidChoiceError('xyzzyqwerty', ['a']).hint('archctl x')).toBeUndefined();
  });
});

describe('a value', () => {
  test.each([
    ['object create X --type service', '"app"'],
    ['object create X --type database', '"store"'],
    ['object create X --type Person', '"actor"'],
    ['object update X --status obsolete', '"deprecated"'],
    ['connection create A B --direction both', '"bidirectional"'],
    ['connection create A B --direction two-way', '"bidirectional"'],
    ['connection create A B --direction bidirectonal', '"bidirectional"'],
    // A value of another option of the command.
    ['diagram export X -o svg', '"--format svg"'],
    ['object create X --status app', '"--type app"'],
  ])('archctl %s', async (line, meant) => {
    expect(await hintFor(...line.split(' ').filter((it) => it !== ''))).toBe(`Did you mean ${meant}?`);
  });

  test('that is missing is described', async () => {
    const it = testWorld({ env: { ARCHCTL_ORG: 'O' } });
    expect(await it.run('-o', 'json', 'connection', 'create', '--direction')).toBe(2);
    expect(it.error()).toMatchObject({
      message: 'Option --direction: its value is missing.',
      hint: expect.stringMatching(/^--direction outgoing\|bidirectional\|none: \S.+\.$/),
    });
  });
});
