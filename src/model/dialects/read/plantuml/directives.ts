import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Lines, TextLine } from './lines.js';
import type { Variables } from './variables.js';

/** Executes preprocessor directives (`!…`; grammar in `diagram.ts`). Variables are stored; procedures and loops are losses. */

const DEFINE = /^!define(?:long)?\s+(\w{1,60})\s*([\s\S]*)$/i;
const ASSIGN = /^!(?:(?:global|local)\s+)?(\$?\w{1,60})\s*\??=\s*([\s\S]*)$/i;
const PROGRAM = /^!(?:(?:unquoted|final|memory)\s+)*(procedure|function|macro|definelong)\b/i;
const EXISTS = /^(%?not\s*\(\s*|!\s*)?%variable_exists\(\s*"(\$?\w{1,60})"\s*\)\s*\)?$/i;
const LOOP = /^!(while|for\w*)\b/i;

export class Directives {
  readonly #variables: Variables;
  readonly #diagnostics: Diagnostics;
  /** Open conditions: whether the current part is read, and whether an earlier part was. */
  readonly #open: { isRead: boolean; wasRead: boolean }[] = [];

  constructor(variables: Variables, diagnostics: Diagnostics) {
    this.#variables = variables;
    this.#diagnostics = diagnostics;
  }

  /** Whether the current line is inside a part that is read. */
  get isRead(): boolean {
    return this.#open.at(-1)?.isRead ?? true;
  }

  /** Executes a preprocessor line; false if it is none. */
  execute({ text }: TextLine, place: Place, lines: Lines): boolean {
    if (!text.startsWith('!')) return false;
    if (this.#condition(text, place)) return true;
    if (!this.isRead) return true;
    const program = PROGRAM.exec(text);
    if (program || LOOP.test(text)) {
      const isShort = /!return\b/i.test(text);
      if (!isShort) skipProgram(lines, program ? /^!end/i : /^!end(?:while|for)/i, program ? PROGRAM : LOOP);
      this.#diagnostics.loss(`${truncate(text)} is skipped: preprocessor code is not run.`, place);
      return true;
    }
    const define = DEFINE.exec(text) ?? ASSIGN.exec(text);
    if (define) {
      const [, name = '', value = ''] = define;
      // `!define NAME(x) …` is a program.
      const isSet = !value.startsWith('(') && this.#variables.set(name, unquoted(value.trim()));
      if (!isSet)
        this.#diagnostics.loss(
          `The definition of ${truncate(name)} is skipped: only short texts are supported.`,
          place,
        );
      return true;
    }
    const undefined_ = /^!undef\s+(\w+)/i.exec(text);
    if (undefined_) this.#variables.delete(undefined_[1] ?? '');
    return undefined_ !== null;
  }

  /** Handles the start, an alternative or the end of a condition; false for other lines. */
  #condition(text: string, place: Place): boolean {
    const [, word = '', rest = ''] = /^!(if|ifdef|ifndef|elseif|else|endif)\b\s*([\s\S]*)$/i.exec(text) ?? [];
    switch (word.toLowerCase()) {
      case '':
        return false;
      case 'endif':
        this.#open.pop();
        return true;
      case 'else':
      case 'elseif': {
        const last = this.#open.pop();
        if (!last) return true;
        const isAround = this.isRead;
        const isRead = isAround && !last.wasRead;
        this.#open.push({ isRead, wasRead: last.wasRead || isRead });
        return true;
      }
      default: {
        const isAround = this.isRead;
        const isTrue = this.#isTrue(word.toLowerCase(), rest.trim());
        if (isTrue === undefined && isAround)
          this.#diagnostics.loss('Conditions are not evaluated: the first branch is read.', place);
        const isRead = isAround && (isTrue ?? true);
        this.#open.push({ isRead, wasRead: isRead });
        return true;
      }
    }
  }

  #isTrue(word: string, of: string): boolean | undefined {
    const [, isNot, name = ''] = EXISTS.exec(of) ?? [];
    if (word === 'if' && name !== '') return this.#variables.has(name) === (isNot === undefined);
    if (word === 'if')
      return /^(?:%true\(\)|true|1)$/.test(of)
        ? true
        : /^(?:%false\(\)|false|0)$/.test(of)
          ? false
          : undefined;
    if (!/^\w+$/.test(of)) return undefined;
    return this.#variables.has(of) === (word === 'ifdef');
  }
}

const unquoted = (text: string): string => text.replace(/^"([^"]*)"$|^'([^']*)'$/, '$1$2');

/** Skips a program, including nested ones. */
function skipProgram(lines: Lines, ends: RegExp, begins: RegExp): void {
  let depth = 1;
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    if (ends.test(line.text) && !/^!endif/i.test(line.text)) depth -= 1;
    else if (begins.test(line.text) && !/!return\b/i.test(line.text)) depth += 1;
    if (depth === 0) return;
  }
}
