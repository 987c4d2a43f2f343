/** Terminal for tests: the real one on captured streams, with scripted answers to prompts. */

import { PassThrough, Writable } from 'node:stream';
import { createTerminal, type Terminal, type TerminalOptions } from '../../src/terminal/terminal.js';
import type { Prompter } from '../../src/terminal/types.js';

/** An expected prompt, in order. `message` must occur in it (or match); `select` is a name or value. */
export interface Answer {
  ask: 'confirm' | 'input' | 'secret' | 'select';
  message?: string | RegExp | ((asked: string) => boolean);
  answer: unknown;
}

export interface TestTerminalOptions
  extends Partial<
    Pick<
      TerminalOptions,
      | 'env'
      | 'format'
      | 'fields'
      | 'sort'
      | 'query'
      | 'csvSafe'
      | 'quiet'
      | 'now'
      | 'signal'
      | 'page'
      | 'pager'
      | 'noPager'
      | 'wide'
    >
  > {
  /** True: all three streams are terminals. False (default): pipes. */
  tty?: boolean;
  /** Columns of the terminal (default: 80). */
  width?: number;
  /** Lines of the terminal (default: unknown). */
  rows?: number;
  /** Overrides `tty` for stdin. */
  stdin?: 'pipe';
  /** Enables colours (default: off). */
  color?: boolean;
  noInput?: boolean;
  answers?: readonly Answer[];
  /** Replaces the scripted answers. */
  prompter?: Partial<Prompter>;
}

export interface TestTerminal {
  terminal: Terminal;
  stdout(): string;
  stderr(): string;
  /** Throws if a scripted answer was not used. */
  verify(): void;
}

/** Clock of the tests. */
export const TEST_NOW = new Date('2025-11-21T12:00:00Z');

const fits = (message: string, expected: NonNullable<Answer['message']>): boolean => {
  if (typeof expected === 'function') return expected(message);
  return typeof expected === 'string' ? message.includes(expected) : expected.test(message);
};

/** A prompter that follows the script strictly: another prompt or another order throws. */
export function scriptedPrompter(answers: readonly Answer[]): { prompter: Prompter; verify(): void } {
  const left = [...answers];
  const take = (ask: Answer['ask'], message: string): unknown => {
    const next = left.shift();
    if (!next) throw new Error(`Unexpected ${ask}: "${message}" (no answers left)`);
    if (next.ask !== ask || (next.message !== undefined && !fits(message, next.message))) {
      throw new Error(`Unexpected ${ask}: "${message}" (script: ${next.ask} "${next.message ?? ''}")`);
    }
    return next.answer;
  };
  const prompter: Prompter = {
    confirm: async (message) => take('confirm', message) === true,
    secret: async (message) => String(take('secret', message)),
    async input(message, { validate } = {}) {
      const answer = String(take('input', message));
      const verdict = validate?.(answer) ?? true;
      if (verdict !== true) throw new Error(`Answer "${answer}" to "${message}" is refused: ${verdict}`);
      return answer;
    },
    async select(message, choices) {
      const answer = take('select', message);
      const choice = choices.find(({ name, value }) => name === answer || Object.is(value, answer));
      if (choice) return choice.value;
      throw new Error(
        `No choice "${String(answer)}" in "${message}": ${choices.map(({ name }) => name).join(', ')}`,
      );
    },
  };
  return {
    prompter,
    verify() {
      if (left.length === 0) return;
      throw new Error(
        `Never asked: ${left.map(({ ask, message }) => `${ask} "${message ?? ''}"`).join(', ')}`,
      );
    },
  };
}

/** A writable stream that collects its input. */
export function capture(
  tty = false,
  columns = 80,
): { stream: Writable & { isTTY?: boolean }; text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return {
    stream: tty ? Object.assign(stream, { isTTY: true, columns }) : stream,
    text: () => chunks.join(''),
  };
}

/** An in-memory terminal. Without `answers` it has the real prompter, which refuses in a pipe. */
export async function testTerminal(options: TestTerminalOptions = {}): Promise<TestTerminal> {
  const {
    tty = false,
    width = 80,
    color = false,
    answers,
    prompter,
    rows,
    stdin,
    env = {},
    now = () => TEST_NOW,
    ...rest
  } = options;
  const stdout = capture(tty, width);
  const stderr = capture(tty, width);
  if (rows) Object.assign(stdout.stream, { rows });
  const script = answers ? scriptedPrompter(answers) : undefined;
  const terminal = await createTerminal({
    ...rest,
    stdin: Object.assign(new PassThrough(), { isTTY: tty && stdin !== 'pipe' }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    now,
    noColor: !color,
    prompter: prompter ? { ...scriptedPrompter([]).prompter, ...prompter } : script?.prompter,
  });
  return { terminal, stdout: stdout.text, stderr: stderr.text, verify: () => script?.verify() };
}
