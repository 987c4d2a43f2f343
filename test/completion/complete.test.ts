import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../src/cli/command/noun.js';
import { complete } from '../../src/completion/complete.js';
import { TREE } from '../../src/completion/tree.generated.js';
import type { LineAccount } from '../../src/completion/types.js';
import { runs } from '../support/property-runs.js';

const ITEMS: Record<string, Item[]> = {
  landscape: [{ id: 'L1', name: 'Ferry' }, { id: 'L2' }],
  org: [{ id: 'O1', name: 'Ours' }],
  version: [{ id: 'V1', name: '2026.1' }],
  diagram: [
    { id: 'Da', name: 'Booking Apps' },
    { id: 'Db', name: 'Boarding Apps' },
  ],
  object: [{ id: 'Ob', name: 'Quay' }],
  profile: [{ id: 'work' }, { id: 'sandbox' }],
  label: [{ id: 'team=Fleet' }, { id: 'team=Shore' }, { id: 'tier=1' }],
  'webhook-secret': [{ id: 'old' }],
};

/** Candidates for a line whose last word is being typed, and the lookups they needed. */
function ask(line: string) {
  const words = line.split(' ');
  const current = words.pop() ?? '';
  const asked: [string, LineAccount][] = [];
  const suggestions = complete(words, current, TREE, (kind, places) => {
    asked.push([kind, places]);
    return ITEMS[kind] ?? [];
  });
  return { suggestions, asked, values: suggestions.map(({ value }) => value) };
}
const values = (line: string): string[] => ask(line).values;

describe('--filter', () => {
  test('offers its keys, and the records of a reference key', () => {
    expect(values('object list --filter par')).toEqual(['parentId=', 'parentIds=']);
    for (const typed of ['parentId=', 'parentId!=', 'parentId=O', 'parentId=Q'])
      expect(values(`object list --filter ${typed}`).map((it) => it.replace(/^.*=/, ''))).toEqual(
        values(`object list --parent ${typed.replace(/^.*=/, '')}`).filter((it) => it !== 'none'),
      );
    expect(values('object list --filter=parentId=Q')).toEqual(['--filter=parentId=Quay']);
    expect(ask('object list --filter status=').asked).toEqual([]);
  });
});

describe('words', () => {
  test('are the nouns and commands with the typed prefix, with their summaries', () => {
    expect(ask('dia').suggestions).toEqual([
      { kind: 'word', value: 'diagram', description: 'Draw, read, change and export diagrams' },
    ]);
    expect(values('diagram ')).toEqual(expect.arrayContaining(['export', 'get', 'list']));
    expect(values('sandbox webhook d')).toEqual(['deliveries', 'disable']);
    expect(values('')).toContain('doctor');
  });

  test('have a plural only if the plural is being typed', () => {
    expect(values('landscape')).toEqual(['landscape']);
    expect(values('landscapes')).toEqual(['landscapes']);
    expect(values('org')).toEqual(['organization']);
    expect(values('diagrams exp')).toEqual(['export', 'export-png']);
  });

  test('may be only the version', () => {
    expect(values('--v')).toEqual(['--version']);
    expect(values('-V')).toEqual(['-V']);
    expect(values('-q --v')).toEqual([]);
    expect(values('landscape --v')).toEqual([]);
  });

  test('end after an unknown one', () => {
    expect(values('nonsense ')).toEqual([]);
    expect(values('diagram nonsense --')).toEqual([]);
  });

  test('of help and commands are topics and commands', () => {
    expect(values('help e')).toEqual(['environment', 'exit-codes']);
    expect(values('help logs t')).toEqual(['tail', 'tree']);
    expect(values('commands draft me')).toEqual(['merge']);
    expect(values('commands e')).toEqual([]);
    expect(values('completion p')).toEqual(['powershell']);
  });
});

describe('options', () => {
  test('are those of the command and the global ones, at any position', () => {
    expect(values('--pro')).toEqual(['--profile']);
    expect(values('-q diagram list --ty')).toEqual(['--type']);
    expect(values('-o json -p work diagram list --land')).toEqual(['--landscape', '--landscape-version']);
    expect(values('diagram export --format svg Da --th')).toEqual(['--theme']);
  });

  test('are not offered twice, unless they can be repeated', () => {
    expect(values('diagram export --theme dark --th')).toEqual([]);
    expect(values('diagram export --format svg --form')).toEqual(['--format']);
    expect(values('-q --quie')).toEqual([]);
    expect(values('-qo json --quie')).toEqual([]);
  });

  test('are offered as letters after a letter', () => {
    expect(ask('-o').suggestions).toEqual([{ kind: 'word', value: '-o', description: 'Output format' }]);
    expect(values('-')).toContain('--output');
  });

  test('remain if no further argument is possible', () => {
    expect(values('landscape list ')).toContain('--org');
    expect(values('landscape list x')).toEqual([]);
  });
});

describe('values', () => {
  test('follow a blank, a = or the letter', () => {
    expect(values('-o j')).toEqual(['json']);
    expect(values('-oj')).toEqual(['-ojson']);
    expect(values('-qoj')).toEqual(['-qojson']);
    expect(values('--output=j')).toEqual(['--output=json']);
    expect(values('object dependencies Ob -o m')).toEqual(['mermaid']);
    expect(ask('--output csv').suggestions[0]?.description).toBe('RFC 4180 with a header');
  });

  test('of a list are separated by commas, each once', () => {
    expect(values('diagram export --format svg,')).toEqual(['svg,png']);
    expect(values('diagram export --format=png,s')).toEqual(['--format=png,svg']);
    expect(values('diagram export --format svg --format ')).toEqual(['png']);
    expect(values('diagram export --theme dark,')).toEqual([]);
  });

  test('are icons, action types, methods, settings, fields', () => {
    expect(values('tag-group create --icon gl')).toEqual(['globe']);
    expect(values('logs tail --type landscape-dup')).toEqual(['landscape-duplicate']);
    expect(values('api P')).toEqual(['POST', 'PUT', 'PATCH']);
    expect(values('profile set pl')).toEqual(['plan']);
    expect(values('profile set plan g')).toEqual(['growth']);
    expect(values('profile set landscape ')).toEqual(['Ferry', 'L2']);
    expect(ask('webhook trigger --set after.n').suggestions).toMatchObject([
      { value: 'after.name=', noSpace: true },
    ]);
  });

  test('are ids with names, each once per argument', () => {
    expect(ask('diagram get Da').suggestions).toEqual([
      { kind: 'word', value: 'Da', description: 'Booking Apps' },
    ]);
    expect(values('diagram export Da ')).toEqual(['Boarding Apps']);
    expect(values('diagram export Da --focus=')).toEqual(['--focus=Quay']);
    expect(values('diagram list --landscape-version ')).toEqual(['latest', '2026.1']);
    expect(values('object update Ob --parent ')).toEqual(['none', 'Quay']);
    expect(values('object upsert ')).toEqual(['Ob']);
    expect(values('diagram get Bo')).toEqual(['Booking Apps', 'Boarding Apps']);
    expect(values('connection list --between Ob ')).toEqual([]);
    expect(values('connection list --between ')).toEqual(['Quay']);
    expect(values('connection list --between Ob Oc --lim')).toEqual(['--limit']);
    expect(values('profile use s')).toEqual(['sandbox']);
    expect(values('webhook secret remove ')).toEqual(['old']);
  });

  test('are ids if a name would be ambiguous', () => {
    const named = (items: Item[], current: string) =>
      complete(['diagram', 'get'], current, TREE, () => items).map(({ value, description }) => [
        value,
        description,
      ]);
    const twins = [
      { id: 'T1', name: 'Twin' },
      { id: 'T2', name: 'Twin' },
      { id: 'T3', name: 'Twig', note: 'n' },
    ];
    expect(named(twins, '')).toEqual([
      ['T1', 'Twin'],
      ['T2', 'Twin'],
      ['Twig', 'n'],
    ]);
    expect(named(twins, 'Tw')).toEqual([['Twig', 'n']]);
    expect(named(twins, 'T3')).toEqual([['T3', 'Twig, n']]);
    for (const name of ['-x', ' x', 'a\nb', 'PaymentGatewayV2Main', ''])
      expect(named([{ id: 'D', name }], '').map(([value]) => value)).toEqual(['D']);
    const latest = complete(['diagram', 'list', '--landscape-version'], 'la', TREE, () => [
      { id: 'V1', name: 'latest' },
    ]);
    expect(latest.map(({ value }) => value)).toEqual(['latest']);
  });

  test('are looked up in the scope of the line', () => {
    const places = { profile: 'work', landscape: 'L2', landscapeVersion: 'V1' };
    expect(ask('-p work diagram get --landscape L2 --landscape-version=V1 ').asked).toEqual([
      ['diagram', places],
    ]);
    expect(ask('diagram export --format ').asked).toEqual([]);
  });

  test('of KEY=VALUE are keys, then values', () => {
    expect(ask('object list --label t').suggestions).toMatchObject([
      { value: 'team=', noSpace: true },
      { value: 'tier=', noSpace: true },
    ]);
    expect(values('object list --label team=')).toEqual(['team=Fleet', 'team=Shore']);
    expect(values('object list --label=team=F')).toEqual(['--label=team=Fleet']);
    expect(values('user update U --landscape-permission L1=')).toEqual(['L1=true', 'L1=false']);
  });

  test('are fields and headings of the columns for --fields and --sort', () => {
    expect(values('object list --fields pa')).toEqual(['parentId']);
    expect(values('object list --fields name,pa')).toEqual(['name,parentId']);
    expect(values('object list --fields=parentId,na')).toEqual(['--fields=parentId,name']);
    expect(values('object list --fields Par')).toEqual(['Parent']);
    expect(values('object list --sort up')).toEqual(['updatedAt']);
    expect(values('sandbox stop --fields ')).toEqual([]);
  });

  test('are files for file arguments', () => {
    expect(ask('landscape export-pdf L1 --out sr').suggestions).toEqual([
      { kind: 'file', value: 'sr', prefix: '' },
    ]);
    expect(ask('sandbox reset --data-dir=o').suggestions).toEqual([
      { kind: 'directory', value: 'o', prefix: '--data-dir=' },
    ]);
    // Hidden aliases are read like the option, but not suggested.
    expect(ask('landscape export-pdf L1 --file sr').suggestions).toEqual([
      { kind: 'file', value: 'sr', prefix: '' },
    ]);
    expect(values('landscape export-pdf L1 --fi')).toEqual(['--filename', '--fields']);
    expect(values('landscape export-pdf L1 --file x --o')).not.toContain('--out');
    expect(ask('flow create --data @b').suggestions).toEqual([{ kind: 'file', value: 'b', prefix: '@' }]);
    expect(values('flow create --data ')).toEqual(['@']);
  });
});

describe('after --', () => {
  test('is the command line of another program, or further arguments', () => {
    expect(ask('sandbox exec -- npm t').suggestions).toEqual([
      { kind: 'program', value: 't', words: ['npm', 't'] },
    ]);
    expect(values('diagram get -- D')).toEqual(['Da', 'Db']);
    expect(values('diagram get -- --')).toEqual([]);
    expect(values('-- dia')).toEqual([]);
  });
});

describe('any line', () => {
  const word = fc.oneof(
    fc.constantFrom(...TREE.commands.flatMap(({ path }) => path)),
    fc.constantFrom(
      ...TREE.options.flatMap(({ name, short }) => [name, `${name}=`, ...(short ? [short] : [])]),
    ),
    fc.constantFrom('--', '-', '', 'a,b', '@', 'k=', 'L1', '-qo'),
    fc.string({ maxLength: 6 }),
  );

  test('has distinct candidates with the typed prefix', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), word, (words, current) => {
        const found = complete(words, current, TREE, (kind) => ITEMS[kind] ?? []);
        const texts = found.map(({ value }) => value);
        expect(new Set(texts).size).toBe(texts.length);
        for (const { kind, value } of found)
          if (kind === 'word') expect(value.startsWith(current)).toBe(true);
        // A shell lists files alone, not with words.
        if (found.some(({ kind }) => kind !== 'word')) expect(found).toHaveLength(1);
      }),
      { numRuns: runs(100) },
    );
  });
});
