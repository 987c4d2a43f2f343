import { describe, expect, test } from 'vitest';
import { alternatives } from '../../src/base/text/words.js';
import { longName } from '../../src/cli/command/options.js';
import { sharedOptions } from '../../src/cli/command/shared-options.js';
import { route } from '../../src/cli/line/route.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { testWorld } from './world.js';

/** Typical mistakes of newcomers, and the suggested commands, which must exist. */
const WRONG: readonly [typed: string, ...suggestions: string[]][] = [
  // Synonyms of verbs.
  ['object rm X', 'object delete'],
  ['object remove X', 'object delete'],
  ['object ls', 'object list'],
  ['object show X', 'object get'],
  ['object new', 'object create'],
  ['object add --name X', 'object create'],
  ['object edit X', 'object update'],
  ['object rename X Y', 'object update'],
  ['object set X', 'object create', 'object update'],
  ['object deprecate X', 'object update OBJECT --status deprecated'],
  ['deprecate object X', 'object update OBJECT --status deprecated'],
  ['connection deprecate X', 'connection update CONNECTION --status deprecated'],
  ['object deps X', 'object dependencies'],
  ['connection add', 'connection create'],
  ['diagram render X', 'diagram export'],
  ['diagram png X', 'diagram export'],
  ['landscape rename X', 'landscape update'],
  ['landscape clone X', 'landscape copy', 'landscape duplicate'],
  ['organization switch X', 'profile set org'],
  ['keys remove K', 'keys delete'],
  ['keys show K', 'keys list'],
  ['keys rename K', 'keys update'],
  ['keys rotate K', 'keys create', 'keys delete'],
  ['profile delete X', 'profile remove'],
  ['profile add X', 'auth login', 'sandbox start'],
  ['invite delete X', 'invite revoke'],
  ['version rollback X', 'version revert'],
  ['comment resolve X', 'comment update'],
  ['team add-member X', 'team update'],
  ['logs follow', 'logs tail'],
  ['sandbox up', 'sandbox start'],
  ['sandbox snapshot restore X', 'sandbox snapshot load'],
  ['webhook create', 'sandbox webhook add'],
  ['webhook events clear', 'webhook events prune'],
  ['auth whoami', 'auth status'],
  // Nouns in the plural, misspelled, after an unnecessary noun, or alone.
  ['objects lst', 'object list'],
  ['landscpae lsit', 'landscape list'],
  ['landscape objects', 'object list'],
  ['landscape version list', 'version list'],
  ['organization members', 'user list'],
  ['diagrams:list', 'diagram list'],
  // Words of other tools.
  ['project list', 'landscape list'],
  ['projects', 'landscape'],
  ['board list', 'diagram list'],
  ['boards ls', 'diagram list'],
  ['component list', 'object list --type component'],
  ['system list', 'object list --type system'],
  ['systems', 'object list --type system'],
  ['app create --name X', 'object create --type app'],
  ['app list', 'object list --type app'],
  ['database ls', 'object list --type store'],
  ['relationship add', 'connection create'],
  ['members list', 'user list'],
  ['token create', 'keys create'],
  ['config set landscape X', 'profile set'],
  ['history', 'logs'],
  ['hooks listen', 'webhook listen'],
  ['technology search kafka', 'technology list'],
  // Verb first, or alone.
  ['list systems -o json', 'object list --type system'],
  ['delete project X', 'landscape delete'],
  ['rename object X', 'object update'],
  ['show X', 'object get', 'diagram get', 'landscape get'],
  ['init', 'auth login', 'sandbox start'],
  ['serve', 'sandbox start'],
  ['update', 'upgrade'],
];

/** Command or noun of a suggested line, and its options. */
async function checkExists(line: string): Promise<void> {
  const words = line.split(' ');
  const found = route(words, REGISTRY);
  if (found.kind === 'group') {
    expect(found.path.length).toBeGreaterThan(0);
    return;
  }
  const { default: spec } = await found.entry.load();
  const known = Object.keys({ ...spec.options, ...sharedOptions(spec) }).map(longName);
  for (const word of words) if (word.startsWith('--')) expect(known).toContain(word);
}

describe('a wrong line', () => {
  test.each(WRONG)('archctl %s', async (typed, ...suggestions) => {
    const it = testWorld({ signedIn: false });
    expect(await it.run(...typed.split(' '), '-o', 'json')).toBe(2);
    expect(it.error().hint).toBe(
      `Did you mean ${alternatives(suggestions.map((line) => `"archctl ${line}"`))}?`,
    );
    for (const line of suggestions) await checkExists(line);
  });

  test.each<[string, string]>([
    ['logs list --type object-create', '"model-object-create"'],
    ['logs list --type object-created', '"model-object-create"'],
    ['logs list --type diagram-remove', '"diagram-delete"'],
    ['logs list --type add-team', '"team-create"'],
    ['logs list --type tags-update', '"tag-update"'],
    ['logs list --type object', '"model-object-create", "model-object-delete" or "model-object-update"'],
    ['object list --type System', '"system"'],
    ['object list --type systems', '"system"'],
    ['object list --type component,stores', '"store"'],
  ])('the value of archctl %s', async (typed, meant) => {
    const it = testWorld();
    expect(await it.run(...typed.split(' '), '-o', 'json')).toBe(2);
    expect(it.error().hint).toContain(`Did you mean ${meant}?`);
  });

  test.each<[string, string]>([
    ['webhook trigger model-object.updated', '--collection model-object --operation updated'],
    ['webhook trigger updated', '--operation updated'],
    ['webhook trigger --invalid signature', '--break signature'],
    ['webhook trigger --invalid=signature', '--break signature'],
    ['webhook trigger --brek signature', '--break'],
    ['object list deprecated', '--status deprecated'],
  ])('the value without its option in archctl %s', async (typed, meant) => {
    const it = testWorld();
    expect(await it.run(...typed.split(' '), '-o', 'json')).toBe(2);
    expect(it.error().hint).toBe(`Did you mean "${meant}"?`);
  });

  test.each([
    'webhook trigger model-object.shrunk',
    'webhook trigger --invalid reason',
    'webhook trigger --invalid --count 1',
  ])('no value of an option in archctl %s', async (typed) => {
    const it = testWorld();
    expect(await it.run(...typed.split(' '), '-o', 'json')).toBe(2);
    expect(it.error().hint).toBe('"archctl webhook trigger --help" shows the usage.');
  });

  test.each([['keys delete'], ['import'], ['object tree nothing more']])('archctl %s exists', (typed) => {
    expect(route(typed.split(' '), REGISTRY).kind).toBe('command');
  });

  test('every entry of the synonym tables exists', async () => {
    const { OTHER_NOUNS, OTHER_LINES, MAIN_NOUNS } = await REGISTRY.otherWords();
    for (const noun of [...Object.values(OTHER_NOUNS), ...MAIN_NOUNS])
      await checkExists(noun.split(' ')[0] ?? '');
    for (const lines of Object.values(OTHER_LINES)) {
      const there = lines.filter((line) => {
        try {
          return route(line.split(' '), REGISTRY).kind === 'command';
        } catch {
          return false;
        }
      });
      expect(there.length, lines.join()).toBeGreaterThan(0);
    }
  });
});
