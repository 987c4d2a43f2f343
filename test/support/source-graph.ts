/** Imports of source files, read by parsers, and the layers that allow them. */

import { posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import type ts from 'typescript';
import { parser } from './typescript.js';

/** Path relative to the root of the repository, and text. */
export type Sources = ReadonlyMap<string, string>;

/** Import of one of the given files by another, of any kind. */
export interface Arrow {
  from: string;
  to: string;
}

/** A broken rule. `key` identifies it in a list of exceptions. */
export interface Broken {
  key: string;
  message: string;
}

/** Returns the specifiers of a file: imports, re-exports, `import('…')` as a call and as a type. */
export function specifiersOf(file: string, text: string): string[] {
  // Only `import('…')` occurs below the top level. Skipping files without it takes a tenth of the time.
  return /\bimport\s*(\(|\/[/*])/.test(text) ? specifiersAnywhere(file, text) : specifiersOnTop(file, text);
}

function specifiersOnTop(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.map(({ entries }) => entries[0]?.moduleRequest),
  ];
  return requests.flatMap((request) => request?.value ?? []);
}

/** Uses TypeScript's parser, which also reports imports in types. */
function specifiersAnywhere(file: string, text: string): string[] {
  const options = {
    languageVersion: parser.ScriptTarget.Latest,
    jsDocParsingMode: parser.JSDocParsingMode.ParseNone,
  };
  const found: string[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (node && parser.isStringLiteralLike(node)) found.push(node.text);
  };
  const visit = (node: ts.Node): void => {
    if (parser.isImportDeclaration(node) || parser.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (parser.isImportTypeNode(node) && parser.isLiteralTypeNode(node.argument))
      add(node.argument.literal);
    else if (parser.isCallExpression(node) && node.expression.kind === parser.SyntaxKind.ImportKeyword)
      add(node.arguments[0]);
    parser.forEachChild(node, visit);
  };
  visit(parser.createSourceFile(file, text, options));
  return found;
}

/** Returns every import of one source by another. */
export function arrowsOf(sources: Sources): Arrow[] {
  return [...sources].flatMap(([from, text]) =>
    specifiersOf(from, text)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => {
        const path = posix.join(posix.dirname(from), specifier);
        const candidates = ['.ts', '.tsx'].map((it) => path.replace(/\.js$/, it));
        candidates.push(path.replace(/\.mjs$/, '.mts'), path);
        return { from, to: candidates.find((it) => sources.has(it)) };
      })
      .filter((arrow): arrow is Arrow => arrow.to !== undefined),
  );
}

/** Directories and files below `src/`, with the imports that each may have. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  base: [],
  contract: ['base'],
  client: ['base', 'contract'],
  drawing: ['base', 'contract'],
  documents: ['base', 'contract'],
  model: ['base', 'contract', 'client', 'drawing', 'documents'],
  site: ['base', 'documents', 'drawing', 'model'],
  // Runs in a browser.
  page: ['base', 'drawing', 'site', 'webhooks'],
  'page-server': ['base'],
  webhooks: ['base', 'contract'],
  sandbox: ['base', 'contract', 'drawing', 'documents', 'page-server'],
  profiles: ['base', 'contract'],
  terminal: ['base'],
  cli: ['base', 'contract', 'client', 'profiles', 'terminal'],
  mcp: ['base', 'contract', 'documents', 'model', 'cli'],
  completion: ['base', 'contract', 'client', 'profiles', 'cli'],
  docs: ['base', 'cli'],
  commands: [
    ...['base', 'contract', 'client', 'drawing', 'documents', 'webhooks', 'sandbox', 'profiles'],
    ...['terminal', 'cli', 'completion', 'mcp', 'model', 'site', 'page-server'],
  ],
  'main.ts': ['base', 'cli', 'commands', 'completion'],
  library: ['base', 'contract', 'client', 'profiles', 'sandbox'],
  'index.ts': ['base', 'contract', 'client', 'library'],
};

/** Imports within a directory that point in the wrong direction: from folder, to folder. */
const FORBIDDEN_INSIDE: readonly (readonly [from: string, to: string])[] = [
  ['src/cli/command/', 'src/cli/line/'],
  ['src/cli/command/', 'src/cli/run/'],
  ['src/cli/command/', 'src/cli/help/'],
  ['src/cli/help/', 'src/cli/run/'],
  ['src/sandbox/store/', 'src/sandbox/http/'],
];

const roomOf = (file: string): string | undefined => /^src\/([^/]+)/.exec(file)?.[1];

/** Returns imports that no rule allows. */
export function wrongArrows(arrows: readonly Arrow[]): Broken[] {
  return arrows.flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    if (room === undefined || other === undefined) return [];
    const key = `${from} -> ${to}`;
    const allowed = ALLOWED[room];
    if (!allowed) return [{ key, message: `${from}: no rule for the imports of "${room}".` }];
    if (room !== other) {
      const may = allowed.length === 0 ? 'nothing' : allowed.join(', ');
      if (allowed.includes(other)) return [];
      return [
        { key, message: `${from} imports ${to}: "${room}" may import ${may} of the other directories.` },
      ];
    }
    const rule = FORBIDDEN_INSIDE.find(([one, two]) => from.startsWith(one) && to.startsWith(two));
    if (!rule) return [];
    return [{ key, message: `${from} imports ${to}: nothing in ${rule[0]} may import ${rule[1]}.` }];
  });
}

/** Returns import cycles, each with its shortest path. */
export function circles(arrows: readonly Arrow[]): Broken[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  return [...targets.keys()].flatMap((file) => {
    const way = wayRound(file, targets);
    if (!way) return [];
    return [{ key: `circle: ${file}`, message: `Files import each other in a circle: ${way.join(' -> ')}.` }];
  });
}

function wayRound(start: string, targets: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of targets.get(file) ?? []) {
      if (next === start) return [...backTo(start, file, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function backTo(start: string, end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let at = end; at !== start; ) {
    at = cameFrom.get(at) ?? start;
    way.unshift(at);
  }
  return way;
}

/** Generated files. */
const isGenerated = (file: string): boolean => /\.generated\.ts$/.test(file);

/** Returns files that exceed the line limit of their directory. */
export function tooLong(sources: Sources): Broken[] {
  return [...sources].flatMap(([file, text]) => {
    if (isGenerated(file)) return [];
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    const limit = /^test\/(?!bench\/)/.test(file) ? 500 : 300;
    if (lines <= limit) return [];
    return [{ key: `long: ${file}`, message: `${file} has ${lines} lines; ${limit} is the limit.` }];
  });
}
