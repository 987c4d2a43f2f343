/** What a command handed back, drawn once more as another `-o`, or another screen, would have it: nothing is asked anew. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toArchctlError } from '../../src/base/errors.js';
import type { AnyCommand, Outcome, Registry } from '../../src/cli/command/spec.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import type { OutputFormat } from '../../src/terminal/types.js';
import { testTerminal } from '../support/terminal.js';

/** How a command ended: with data, with an error, or before it began. */
export type Ending = { outcome: Outcome } | { error: unknown } | undefined;

/** How a source asks which format is wanted, or who reads. Lists stream NDJSON: they ask in `src/cli/`, for all alike. */
const LOOKS = /terminal\.(format|machine|isInteractive|palette|width|lineContext)\b|globals\.output\b/;

/** Whether a source of the commands asks, or one that it imports. */
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

/** Commands that do not do the same whatever the format: they are run for each. */
export const LOOKING: readonly string[] = REGISTRY.commands
  .filter(({ path }) => looks(`${join(ROOT, ...path)}.ts`))
  .map(({ path }) => path.join(' '));

/** The commands, and how the last one of them that was run with this registry ended. */
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

/** Whether it can be drawn again: a stream is used up, and the output of a program is not archctl's. */
export const isDrawable = (ending: Ending): ending is NonNullable<Ending> =>
  ending !== undefined &&
  ('error' in ending || (ending.outcome.kind !== 'stream' && ending.outcome.kind !== 'exit'));

/** Draws it as `run` does in `src/cli/run/run.ts`. */
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
