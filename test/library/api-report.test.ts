import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

// Named by a variable, because the script has no types.
const script = '../../scripts/api-report.mjs';
const { apiReports } = (await import(script)) as {
  apiReports(entries: Record<string, string>): { texts: Record<string, string>; problems: string[] };
};

const deprecated = (tag: string) => `/** Returns it. ${tag} */
  export declare function old(): void;
  export declare function current(): void;`;

/** Declarations by name of the report. */
const FIXTURES = {
  plain: `interface Options { /** A limit. */ limit?: number }
    interface Unused { a: string }
    export declare function second(options: Options): void;
    export declare const first: string;`,
  field: 'export interface Options { a: string; }',
  comment: 'export interface Options { /** B. */ a: string; }',
  optional: 'export interface Options { a?: string; }',
  bare: deprecated('@deprecated'),
  reason: deprecated('@deprecated Slow.'),
  unknown: deprecated('@deprecated Use `gone` instead.'),
  correct: `${deprecated('@deprecated Use `current` instead.')}
    export interface Options {
      /** @deprecated Use \`limit\` instead. */
      max?: number;
      limit?: number;
    }`,
  member: `export interface Options {
      /** @deprecated Use \`limit\`. */
      max?: number;
    }`,
};

const folder = mkdtempSync(join(tmpdir(), 'archctl-api-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = Object.entries(FIXTURES).map(([name, code]) => {
  const file = join(folder, `${name}.d.ts`);
  // Without `export {}`, every declaration is exported.
  writeFileSync(file, `${code}\nexport {};\n`);
  return [name, file] as const;
});
const { texts, problems } = apiReports(Object.fromEntries(files));

it('lists exports by name without comments, then the types that they use', () => {
  expect(texts.plain?.replace(/^.*\n/, '')).toBe(`
const first: string;

function second(options: Options): void;

--- Used, not exported ---

interface Options {
    limit?: number;
}
`);
});

it('changes with a field, and not with a comment', () => {
  expect(texts.comment).toBe(texts.field);
  expect(texts.optional).not.toBe(texts.field);
});

it('rejects deprecations without a replacement, or with one that does not exist', () => {
  expect(problems).toEqual([
    'old is deprecated without a replacement. Write: @deprecated Use `NAME` instead.',
    'old is deprecated without a replacement. Write: @deprecated Use `NAME` instead.',
    'old is deprecated, but its replacement gone is not exported.',
    'Options.max is deprecated, but its replacement limit is not exported.',
  ]);
});

it('shows a deprecation with its replacement: an export, or a member of the same interface', () => {
  expect(texts.correct).toContain('@deprecated old: Use `current` instead.\nfunction old(): void;');
  expect(texts.correct).toContain('@deprecated Options.max: Use `limit` instead.');
});
