import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const TYPES = join(import.meta.dirname, '../../dist/types');
const ENTRIES = ['index', 'model/index', 'webhooks/index'].map((name) => join(TYPES, `${name}.d.ts`));
const program = ts.createProgram(ENTRIES, {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

/** Declarations behind an export, with their documentation as an editor shows it. */
function exportsOf(file: string): { name: string; symbol: ts.Symbol; docs: string }[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} has no exports. Build first.`);
  return checker.getExportsOfModule(module).map((it) => {
    const symbol = it.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(it) : it;
    const own = ts.displayPartsToString(it.getDocumentationComment(checker));
    return {
      name: it.name,
      symbol,
      docs: own || ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    };
  });
}

const isNamespace = (symbol: ts.Symbol): boolean => (symbol.flags & ts.SymbolFlags.ValueModule) !== 0;

/** Operations of namespaces, at any depth. */
function operationsOf(symbol: ts.Symbol, name: string): ReturnType<typeof exportsOf> {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName;
  return exportsOf(file ?? '').flatMap((it) =>
    isNamespace(it.symbol)
      ? operationsOf(it.symbol, `${name}.${it.name}`)
      : [{ ...it, name: `${name}.${it.name}` }],
  );
}

/** Fields of a type that the library declares, and of their types. Keys of a `Record` are computed and have no docs. */
function fieldsOf(type: ts.Type, name: string, seen: Set<ts.Type>): { name: string; docs: string }[] {
  if (seen.has(type)) return [];
  seen.add(type);
  if (type.isUnionOrIntersection()) return type.types.flatMap((it) => fieldsOf(it, name, seen));
  if (!(type.flags & ts.TypeFlags.Object) || checker.isTupleType(type)) return [];
  const inside = checker.getTypeArguments(type as ts.TypeReference).flatMap((it) => fieldsOf(it, name, seen));
  const isRecord = /^(Record|Readonly|Partial)$/.test(type.aliasSymbol?.name ?? '');
  const own = type
    .getProperties()
    .filter(({ name: field, declarations: [first] = [] }) =>
      first ? first.getSourceFile().fileName.startsWith(TYPES) && !/^(__|#)/.test(field) : !isRecord,
    );
  const members = own.flatMap((it) => [
    { name: `${name}.${it.name}`, docs: ts.displayPartsToString(it.getDocumentationComment(checker)) },
    ...fieldsOf(checker.getNonNullableType(checker.getTypeOfSymbol(it)), `${name}.${it.name}`, seen),
  ]);
  return [...inside, ...members];
}

/** Fields of the query, the body and the response of an operation. */
function callFields({ name, symbol }: { name: string; symbol: ts.Symbol }, seen: Set<ts.Type>) {
  const typeOf = (of: ts.Type | undefined, key: string): ts.Type | undefined => {
    const property = of?.getProperty(key);
    return property && checker.getNonNullableType(checker.getTypeOfSymbol(property));
  };
  const operation = checker.getTypeOfSymbol(symbol);
  return (['query', 'body', 'response'] as const).flatMap((part) => {
    const internals = typeOf(typeOf(operation, part), '_zod');
    const type = typeOf(internals, part === 'response' ? 'output' : 'input');
    return type ? fieldsOf(type, `${name} ${part}`, seen) : [];
  });
}

const undocumented = (found: readonly { name: string; docs: string }[]): string[] =>
  found.filter(({ docs }) => docs.trim() === '').map(({ name }) => name);

describe('an editor shows documentation', () => {
  it.each(ENTRIES)('for every export of %s', (file) => {
    const found = exportsOf(file).filter(({ symbol }) => !isNamespace(symbol));
    expect(found.length).toBeGreaterThan(10);
    expect(undocumented(found)).toEqual([]);
  });

  it('for every operation and its group', () => {
    const groups = exportsOf(ENTRIES[0] ?? '').filter(({ symbol }) => isNamespace(symbol));
    const operations = groups.flatMap(({ name, symbol }) => operationsOf(symbol, name));
    expect(operations.length).toBeGreaterThan(200);
    expect(undocumented(operations)).toEqual([]);
    expect(operations.find(({ name }) => name === 'teams.list')?.docs).toContain('GET /organizations/');
  });

  it('for every field of queries, bodies and responses', () => {
    const groups = exportsOf(ENTRIES[0] ?? '').filter(({ symbol }) => isNamespace(symbol));
    const seen = new Set<ts.Type>();
    const found = groups
      .flatMap(({ name, symbol }) => operationsOf(symbol, name))
      .flatMap((it) => callFields(it, seen));
    expect(found.length).toBeGreaterThan(1500);
    expect(undocumented(found)).toEqual([]);
    const docsOf = (field: string) => found.find(({ name }) => name === field)?.docs;
    expect(docsOf('landscapes.create body.name')).toBe('Name.');
    expect(docsOf('objects.list query.cursor')).toBe(
      'Position of the page: `nextCursor` of the page before.',
    );
    expect(docsOf('landscapes.list response.landscapes')).toBe('Landscapes.');
  });

  it('for every field of the exported types of client and models, at any depth', () => {
    const [client = '', models = ''] = ENTRIES;
    const types = ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class;
    const seen = new Set<ts.Type>();
    const found = [client, models]
      .flatMap(exportsOf)
      .filter(({ symbol }) => (symbol.flags & types) !== 0)
      .flatMap(({ name, symbol }) => fieldsOf(checker.getDeclaredTypeOfSymbol(symbol), name, seen));
    expect(found.length).toBeGreaterThan(1000);
    expect(undocumented(found)).toEqual([]);
    expect(found.find(({ name }) => name === 'Landscape.name')?.docs).toBe('Name.');
  });

  it('for every option and field of the interfaces of client and webhooks', () => {
    const [client = '', , webhooks = ''] = ENTRIES;
    const members = [client, webhooks].flatMap(exportsOf).flatMap(({ name, symbol }) =>
      symbol.flags & ts.SymbolFlags.Interface
        ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map((it) => ({
            name: `${name}.${it.name}`,
            docs: ts.displayPartsToString(it.getDocumentationComment(checker)),
          }))
        : [],
    );
    expect(members.length).toBeGreaterThan(100);
    expect(undocumented(members)).toEqual([]);
  });
});
