import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

// Named by a variable, because the script has no types.
const script = '../../scripts/api-report.mjs';
const { apiReports } = (await import(script)) as {
  apiReports(entries: Record<string, string>): { texts: Record<string, string>; problems: string[] };
};

/** Report of declarations. */
function reportOf(code: string): { text: string; problems: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'index.d.ts');
  // Without it, every declaration is exported.
  writeFileSync(file, `${code}\nexport {};\n`);
  const { texts, problems } = apiReports({ index: file });
  return { text: texts.index ?? '', problems };
}

it('lists exports by name without comments, then the types that they use', () => {
  const { text, problems } = reportOf(`
    interface Options { /** A limit. */ limit?: number }
    interface Unused { a: string }
    export declare function second(options: Options): void;
    export declare const first: string;`);
  expect(text.replace(/^.*\n/, '')).toBe(`
const first: string;

function second(options: Options): void;

--- Used, not exported ---

interface Options {
    limit?: number;
}
`);
  expect(problems).toEqual([]);
});

it('changes with a field, and not with a comment', () => {
  const options = (fields: string) => reportOf(`export interface Options { ${fields} }`).text;
  expect(options('/** B. */ a: string;')).toBe(options('a: string;'));
  expect(options('a?: string;')).not.toBe(options('a: string;'));
});

it.each([
  ['@deprecated', 'old is deprecated without a replacement. Write: @deprecated Use `NAME` instead.'],
  ['@deprecated Slow.', 'old is deprecated without a replacement. Write: @deprecated Use `NAME` instead.'],
  ['@deprecated Use `gone` instead.', 'old is deprecated, but its replacement gone is not exported.'],
])('rejects %s', (tag, problem) => {
  const { problems } = reportOf(`/** Returns it. ${tag} */
    export declare function old(): void;
    export declare function current(): void;`);
  expect(problems).toEqual([problem]);
});

it('shows a deprecation with its replacement: an export, or a member of the same interface', () => {
  const { text, problems } = reportOf(`/** @deprecated Use \`current\` instead. */
    export declare function old(): void;
    export declare function current(): void;
    export interface Options {
      /** @deprecated Use \`limit\` instead. */
      max?: number;
      limit?: number;
    }`);
  expect(problems).toEqual([]);
  expect(text).toContain('@deprecated old: Use `current` instead.\nfunction old(): void;');
  expect(text).toContain('@deprecated Options.max: Use `limit` instead.');
});

it('rejects a member whose replacement does not exist', () => {
  const { problems } = reportOf(`export interface Options {
    /** @deprecated Use \`limit\`. */
    max?: number;
  }`);
  expect(problems).toEqual(['Options.max is deprecated, but its replacement limit is not exported.']);
});
