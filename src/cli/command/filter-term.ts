import { usageError } from '../../base/errors.js';

/** One `KEY=VALUE` of `--filter`. */
export interface Term {
  /** `labels` and `team` of `labels.team=x` and of `labels[team]=x`; a label may have dots of its own. */
  key: string;
  inner: string | undefined;
  value: string;
  /** Given with `!=`. */
  isNot: boolean;
}

/** The words that stand for null, where a field may have none. */
export const NOTHING: readonly string[] = ['none', 'null'];

/** Takes one apart. Errors: `usage`. */
export function termOf(text: string): Term {
  const [, place = '', not, value = ''] = /^([^=!]+?)(!?)=(.*)$/s.exec(text) ?? [];
  const [, key, dotted, bracketed] = /^(\w+)(?:\.(.+)|\[(.+)\])?$/.exec(place.trim()) ?? [];
  if (key === undefined) {
    throw usageError(`Option --filter: "${text}" is not KEY=VALUE.`, {
      hint: 'For example: --filter status=live, or --filter labels.team=x.',
    });
  }
  return { key, inner: dotted ?? bracketed, value, isNot: not === '!' };
}

/** The text of a term with this value in it. */
export const withValue = (text: string, value: string): string =>
  text.slice(0, text.indexOf('=') + 1) + value;
