import { type ArchctlError, usageError } from '../../../base/errors.js';
import { grouped } from '../../../base/grouped.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Flow } from '../../../contract/resources/flow.js';
import { type NotedStep, parseNotation } from '../../../documents/flow-notation/index.js';
import { type StepBody, stepsOfNotation } from './apply-notation.js';
import { type FlowScene, openScene } from './scene.js';

export interface NotationSource {
  text: string;
  /** Word for a line in messages. */
  word: 'line' | 'step';
}

/** A new flow has no steps. */
type FlowOfSteps = Pick<Flow, 'diagramId' | 'steps'>;

/** Steps of a flow from the notation, by id. Errors: `usage` with every invalid line; those of the client. */
export async function stepsFrom(
  source: NotationSource,
  flow: FlowOfSteps,
  context: Context,
): Promise<Record<string, StepBody>> {
  const { steps, problems } = parseNotation(source.text);
  if (problems.length > 0)
    throw invalidSteps(
      source,
      problems.map((it) => ({ ...it, message: `${it.message}.` })),
    );
  const links = [...Object.values(flow.steps ?? {}).map((it) => it.flowId), ...flowWords(steps)];
  const scene = await openScene(context, flow.diagramId, { flows: links.some(Boolean), connections: true });
  return resolveSteps(source, steps, flow, scene);
}

const flowWords = (steps: readonly NotedStep[]): string[] =>
  steps.flatMap(({ flow, inner, paths }) => [
    ...(flow === undefined ? [] : [flow]),
    ...flowWords([...inner, ...paths.flatMap((path) => path.steps)]),
  ]);

function resolveSteps(
  source: NotationSource,
  steps: readonly NotedStep[],
  flow: FlowOfSteps,
  scene: FlowScene,
): Record<string, StepBody> {
  const found: { line: number; message: string }[] = [];
  const commands = new Set<string>();
  const applied = stepsOfNotation(steps, flow, scene, ({ line = 0 }, message, command) => {
    found.push({ line, message });
    if (command !== undefined) commands.add(command);
  });
  if (found.length > 0) throw invalidSteps(source, found, [...commands]);
  return applied;
}

const GRAMMAR = 'A step is written as "A -> B: text"; "archctl help steps" describes the notation.';

/** Hint with the commands that may solve the problems. */
function commandsInWords(commands: readonly string[]): string | undefined {
  if (commands.length === 0) return undefined;
  return commands.length === 1
    ? `Try: ${commands[0]}`
    : ['Try:', ...commands.map((it) => `  ${it}`)].join('\n');
}

/** Error with one detail for each invalid line: its number, its text and its problems. */
function invalidSteps(
  { text, word }: NotationSource,
  problems: readonly { line: number; message: string }[],
  commands?: readonly string[],
): ArchctlError {
  const lines = text.split('\n');
  const byLine = grouped(problems, ({ line }) => String(line));
  return usageError('The steps are not valid; nothing was sent.', {
    details: [...byLine].map(([line, found]) => {
      const messages = found.map(({ message }) => message).join(' ');
      return `${word} ${line} (${lines[Number(line) - 1]?.trim()}): ${messages}`;
    }),
    hint: commands === undefined ? GRAMMAR : commandsInWords(commands),
  });
}
