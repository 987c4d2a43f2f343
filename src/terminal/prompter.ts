/** Prompts by @inquirer/prompts, on stderr: stdout carries data only. */

import { interrupted, usageError } from '../base/errors.js';
import { visible } from '../base/text/escape.js';
import { foldCase } from '../base/text/words.js';
import type { InputStream, OutputStream, Prompter } from './types.js';

const same = (text: string): string => text;

/** Inquirer adds colours without checking the terminal on Node 20; this theme has none. */
const PLAIN_THEME = {
  prefix: { idle: '?', done: '✓' },
  style: {
    answer: same,
    message: same,
    error: (text: string) => `> ${text}`,
    defaultAnswer: (text: string) => `(${text})`,
    help: same,
    highlight: same,
    key: (text: string) => `<${text}>`,
    description: same,
    disabled: same,
    searchTerm: same,
    keysHelpTip: (keys: readonly (readonly [string, string])[]) =>
      keys.map(([key, action]) => `${key} ${action}`).join(', '),
  },
};

/** Above this number of choices, the prompt is a search instead of a list. */
const MAX_LISTED_CHOICES = 15;

const STOPS = new Set(['ExitPromptError', 'AbortPromptError', 'CancelPromptError']);

async function stoppable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && STOPS.has(error.name)) throw interrupted();
    throw error;
  }
}

const safe = (text: string): string => visible(text, { newline: 'keep' });

/** Creates a prompter on the given streams. Errors: `interrupted` on Ctrl-C or when `signal` aborts. */
export function inquirerPrompter(streams: {
  stdin: InputStream;
  stderr: OutputStream;
  color: boolean;
  signal?: AbortSignal | undefined;
}): Prompter {
  const { signal } = streams;
  // Prompts are shown only on a terminal, so stderr is a writable stream.
  const output = streams.stderr as NodeJS.WritableStream;
  const context = { input: streams.stdin, output, ...(signal ? { signal } : {}) };
  const theme = streams.color ? {} : { theme: PLAIN_THEME };
  const load = () => import('./prompts.js');
  return {
    async confirm(message, fallback = false) {
      const { confirm } = await load();
      return stoppable(confirm({ message: safe(message), default: fallback, ...theme }, context));
    },
    async input(message, { fallback, validate } = {}) {
      const { input } = await load();
      const config = {
        message: safe(message),
        default: fallback,
        ...(validate ? { validate } : {}),
        ...theme,
      };
      return stoppable(input(config, context));
    },
    async secret(message) {
      const { password } = await load();
      return stoppable(password({ message: safe(message), ...theme }, context));
    },
    async select(message, choices) {
      const { search, select } = await load();
      const shown = choices.map(({ name, value, description }) => ({
        name: visible(name),
        value,
        ...(description === undefined ? {} : { description: safe(description) }),
      }));
      if (shown.length <= MAX_LISTED_CHOICES)
        return stoppable(select({ message: safe(message), choices: shown, ...theme }, context));
      const source = (term = '') => shown.filter(({ name }) => foldCase(name).includes(foldCase(term)));
      return stoppable(search({ message: safe(message), source, ...theme }, context));
    },
  };
}

/** Creates a prompter that refuses every question with a usage error that quotes it. @param why end of a sentence. */
export function refusingPrompter(why: string): Prompter {
  const refuse = async (message: string, hint: string): Promise<never> => {
    throw usageError(`This needs an answer, but ${why}: ${message}`, { hint });
  };
  const asOption = 'Pass the answer as an argument or option; --help lists them.';
  return {
    confirm: (message) => refuse(message, 'Use --yes to confirm.'),
    input: (message) => refuse(message, asOption),
    secret: (message) =>
      refuse(message, 'Pass it on stdin, in a file or in the environment; --help explains how.'),
    select: (message) => refuse(message, asOption),
  };
}
