/** Renders the result of a command again in another `-o`, or for another screen, without new requests. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toArchctlError } from '../../src/base/errors.js';
import type { AnyCommand, Outcome, Registry } from '../../src/cli/command/spec.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import type { OutputFormat } from '../../src/terminal/types.js';
import { testTerminal } from '../support/terminal.js';

/** Result of a command: data, an error, or an error before it began. */
export type Ending = { outcome: Outcome } | { error: unknown } | undefined;

/**
 * Patterns of source code that depends on the format or the reader. Streaming lists as NDJSON is decided in
 * `src/cli/`, for all alike.
 */
const LOOKS = /terminal\.(format|machine|isInteractive|palette|width|lineContext)\b|globals\.output\b/;

/** Whether a command, or a file that it imports, depends on the format. */
function looks(file: string, known = new Map<string, boolean>()): boolean {
  const found = known.get(file);
  if (found !== undefined) return found;
  known.set(file, false);
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)]
    .map(([, path = '']) => `${join(dirname(file), path)}.ts`)
    .filter((path) => path.startsWith(ROOT));
  const answer = LOOKS.test(text) || imported.some((path) => looks(path, known));
  known.set(file, answer);
  return answer;
}
const ROOT = join('src', 'commands');

/** Source of a command: a file of its own, or the file that declares the commands of its noun. */
function sourceOf(path: readonly string[]): string {
  const noun = join(ROOT, ...path.slice(0, -1));
  const declaresVerb = new RegExp(`^  '?${path.at(-1)}'?: `, 'm');
  const files = [`${join(ROOT, ...path)}.ts`, join(noun, 'operations.ts'), join(noun, 'family.ts')];
  const several = join(noun, 'commands.ts');
  const isInSeveral = existsSync(several) && declaresVerb.test(readFileSync(several, 'utf8'));
  const file = isInSeveral ? several : files.find((it) => existsSync(it));
  if (file === undefined) throw new Error(`No file declares "${path.join(' ')}".`);
  return file;
}

/** Commands that depend on the format: they are run for each. */
export const LOOKING: readonly string[] = REGISTRY.commands
  .filter(({ path }) => looks(sourceOf(path)))
  .map(({ path }) => path.join(' '));

/** The commands, and the last result of a run with this registry. */
export function watched(): { registry: Registry; ending: () => Ending } {
  let ending: Ending;
  const watch = (spec: AnyCommand): AnyCommand => ({
    ...spec,
    async run(context, input) {
      try {
        const outcome = await spec.run(context, input);
        ending = { outcome };
        return outcome;
      } catch (error) {
        ending = { error };
        throw error;
      }
    },
  });
  const commands = REGISTRY.commands.map((entry) => ({
    ...entry,
    async load() {
      ending = undefined;
      return { default: watch((await entry.load()).default) };
    },
  }));
  return { registry: { ...REGISTRY, commands }, ending: () => ending };
}

export interface Screen {
  format?: OutputFormat;
  tty?: boolean;
  now: () => Date;
}

/**
 * Whether it can be rendered again: a stream is used up, and the output of a child program is not archctl's.
 */
export const isDrawable = (ending: Ending): ending is NonNullable<Ending> =>
  ending !== undefined &&
  ('error' in ending || (ending.outcome.kind !== 'stream' && ending.outcome.kind !== 'exit'));

/** Renders it like `run` in `src/cli/run/run.ts`. */
export async function redrawn(ending: NonNullable<Ending>, { format, tty = false, now }: Screen) {
  const { terminal, stdout, stderr } = await testTerminal({
    tty,
    now,
    width: tty ? 200 : 120,
    noInput: true,
    ...(format && { format }),
  });
  if ('error' in ending) terminal.error(toArchctlError(ending.error));
  else if (ending.outcome.kind !== 'exit') {
    await terminal.render(ending.outcome);
    if (ending.outcome.remark) terminal.note(ending.outcome.remark);
    if (ending.outcome.failure) terminal.error(ending.outcome.failure);
  }
  return { stdout: stdout(), stderr: stderr() };
}
