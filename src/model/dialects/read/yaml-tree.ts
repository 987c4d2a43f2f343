import { parseYamlDocuments } from '../../../base/parse-yaml.js';
import type { Place } from '../../document/element.js';
import { errorFinding, type Finding } from '../../document/finding.js';
import type { SourceFile } from '../../document/read.js';
import { placeOf, type Reading, readingOf, resolveAlias } from '../../document/yaml/node.js';
import { MAX_MARKS, marksOf } from '../../document/yaml/parse.js';
import { isList, isMap, isScalar, type SyntaxNode } from '../../document/yaml/tree.js';
import { IMPORT_RULES } from '../diagnostics.js';

/** A node of a YAML file, accessed by key. Missing nodes and nodes of another type are empty. */
export class Tree {
  readonly #reading: Reading;
  readonly #node: SyntaxNode | undefined;
  #entries: ReadonlyMap<string, Tree> | undefined;

  constructor(reading: Reading, node: unknown) {
    this.#reading = reading;
    this.#node = resolveAlias(reading, node);
  }

  get place(): Place {
    return placeOf(this.#reading, this.#node);
  }

  get exists(): boolean {
    return this.#node !== undefined && !(isScalar(this.#node) && this.#node.value === null);
  }

  /** Whether it is a text, or a map or list with entries. */
  get hasContent(): boolean {
    return this.exists && (this.text !== undefined || this.entries().size > 0 || this.items.length > 0);
  }

  get isMap(): boolean {
    return isMap(this.#node);
  }

  get isList(): boolean {
    return isList(this.#node);
  }

  /** A text, or a scalar converted to text. */
  get text(): string | undefined {
    const node = this.#node;
    if (!isScalar(node) || node.value === null || node.value === undefined) return undefined;
    return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
  }

  at(...keys: readonly string[]): Tree {
    let tree: Tree = this;
    for (const key of keys) tree = tree.#child(key);
    return tree;
  }

  #child(key: string): Tree {
    return this.entries().get(key) ?? new Tree(this.#reading, undefined);
  }

  get items(): readonly Tree[] {
    return isList(this.#node) ? this.#node.items.map((it) => new Tree(this.#reading, it)) : [];
  }

  /** Texts of a list, or a single text in its place. */
  get texts(): readonly string[] {
    if (this.text !== undefined) return [this.text];
    return this.items.flatMap((it) => it.text ?? []);
  }

  /** Entries of a map; merged entries come after its own. */
  entries(): ReadonlyMap<string, Tree> {
    this.#entries ??= this.#collected(0);
    return this.#entries;
  }

  #collected(depth: number): Map<string, Tree> {
    const found = new Map<string, Tree>();
    if (!isMap(this.#node) || depth > MAX_MERGES) return found;
    const merged: Tree[] = [];
    for (const pair of this.#node.items) {
      if (!isScalar(pair.key)) continue;
      const key = String(pair.key.value);
      const value = new Tree(this.#reading, pair.value);
      if (key === '<<') merged.push(...(value.isList ? value.items : [value]));
      else if (!found.has(key)) found.set(key, value);
    }
    for (const it of merged)
      for (const [key, value] of it.#collected(depth + 1)) if (!found.has(key)) found.set(key, value);
    return found;
  }
}

/** Limits nested merges. */
const MAX_MERGES = 20;
/** Maximum errors reported for one file. */
const MAX_ERRORS = 5;

/** Documents of a file; reports syntax errors. */
export function treesOf(file: SourceFile, findings: Finding[]): Tree[] {
  const whole = { file: file.path, from: 0, to: 0 };
  if (marksOf(file.text) > MAX_MARKS) {
    findings.push(
      errorFinding(IMPORT_RULES.syntax, 'The file contains too many entries: it is skipped.', whole),
    );
    return [];
  }
  return parseYamlDocuments(file.text, { uniqueKeys: false }).flatMap((yaml) => {
    for (const { message, pos } of yaml.errors.slice(0, MAX_ERRORS)) {
      const place = { file: file.path, from: pos[0], to: pos[1] };
      findings.push(
        errorFinding(IMPORT_RULES.syntax, `${message.replace(/\s+/g, ' ').replace(/\.?$/, '')}.`, place),
      );
    }
    return yaml.errors.length > 0 ? [] : [new Tree(readingOf(file, yaml.contents, findings), yaml.contents)];
  });
}
