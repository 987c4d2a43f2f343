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
function operationsOf(symbol: ts.Symbol, name: string): { name: string; docs: string }[] {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName;
  return exportsOf(file ?? '').flatMap((it) =>
    isNamespace(it.symbol)
      ? operationsOf(it.symbol, `${name}.${it.name}`)
      : [{ ...it, name: `${name}.${it.name}` }],
  );
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
