import { usageError } from '../../../base/errors.js';

/** One `KEY=VALUE` of `--filter`. */
export interface Term {
  /** `labels` and `team` for `labels.team=x` and `labels[team]=x`; labels may contain dots. */
  key: string;
  inner: string | undefined;
  value: string;
  /** Written with `!=`. */
  isNot: boolean;
}

/** Words for null, for nullable fields. */
export const NULL_WORDS: readonly string[] = ['none', 'null'];

/** Parses a term. Errors: `usage`. */
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

/** The term with another value. */
export const withValue = (text: string, value: string): string =>
  text.slice(0, text.indexOf('=') + 1) + value;
