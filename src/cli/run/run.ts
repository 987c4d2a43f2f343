import { ArchctlError, EXIT_CODES, toArchctlError } from '../../base/errors.js';
import { nearest } from '../../base/text/suggest.js';
import { VERSION } from '../../base/version.js';
import { colourPalette, plainPalette, wantsColor } from '../../terminal/color.js';
import { OUTPUT_FORMATS, type OutputFormat } from '../../terminal/types.js';
import { writeText } from '../../terminal/write-text.js';
import type { Parsed } from '../command/parsed.js';
import type { AnyCommand, CommandEntry, Context, Registry } from '../command/spec.js';
import type { World } from '../command/world.js';
import type { HelpStyle } from '../help/wrap.js';
import { applyStyle } from '../help/wrap.js';
import { type OptionShape, readOptions, shortcutsTo, type Token } from '../line/read-line.js';
import { readArgv, route, shapesOf, UnknownCommand } from '../line/route.js';
import { writeHelp } from './write-help.js';

/** Words that may accompany a noun without a verb. */
const HELP_WORDS: readonly string[] = ['--help', '-h', '--pager', '--no-pager'];
const VERSION_WORDS: readonly string[] = ['--version', '-V', '-v'];

/** Runs one command line and returns its exit code. Nothing below it exits or touches the process. */
export async function run(argv: readonly string[], world: World, registry: Registry): Promise<number> {
  try {
    if (argv.length === 1 && VERSION_WORDS.includes(argv[0] ?? '')) {
      await writeText(world.stdout, `${VERSION}\n`);
      return EXIT_CODES.ok.code;
    }
    const found = route(argv, registry);
    if (found.kind === 'group') return await showGroup(found.path, found.rest, world, registry);
    if (found.help) return await showHelp(found.entry, found.rest, world, registry);
    return await runCommand(found.entry, found.rest, world, registry);
  } catch (error) {
    return report(await explained(error, registry), readArgv(argv, registry).tokens, world);
  }
}

async function runCommand(
  entry: CommandEntry,
  rest: readonly string[],
  world: World,
  registry: Registry,
): Promise<number> {
  const [
    { default: spec },
    { optionsOf, parse, UnknownOption },
    { missingArguments, refuseMissing },
    { createContext },
    { performCommand },
  ] = await Promise.all([
    entry.load(),
    import('../line/parse.js'),
    import('../command/input/missing.js'),
    import('./context.js'),
    import('./perform-command.js'),
  ]);
  const name = ['archctl', ...entry.path].join(' ');
  let parsed: Parsed;
  let context: Context;
  try {
    parsed = parse(spec, name, rest, world.env);
    if (parsed.globals.help) return await showHelp(entry, rest, world, registry);
    context = await createContext(spec, parsed, world, registry);
  } catch (error) {
    const isUnguessed = error instanceof UnknownOption && error.guess === undefined;
    const failure = isUnguessed
      ? await (await import('../line/option-elsewhere.js')).optionElsewhere(error, registry)
      : toArchctlError(error);
    return report(failure, readOptions(rest, shapesOf(optionsOf(spec))), world);
  }
  const { terminal } = context;
  let isWarned = parsed.globals.quiet === true;
  const warn = async (): Promise<void> => {
    if (isWarned) return;
    isWarned = true;
    const { warnAboutQuota } = await import('./quota-warning.js');
    warnAboutQuota(context);
  };
  try {
    await terminal.check();
    // Not being signed in is reported first, because the next step is the same for all other problems.
    if (spec.operation && !spec.anonymous) context.settings.account();
    refuseMissing(spec, name, parsed, missingArguments(spec, context));
    const outcome = await performCommand(entry, spec, context);
    if (outcome.kind === 'exit') return outcome.code;
    await terminal.render(outcome);
    if (outcome.remark) terminal.remark(outcome.remark);
    if (outcome.sameAs) {
      terminal.remark('Equivalent command:');
      terminal.commandLine(outcome.sameAs);
    }
    if (parsed.globals.dryRun)
      terminal.note(`Dry run: nothing was ${context.metersUsed.size > 0 ? '' : 'sent or '}changed.`);
    if (outcome.failure === undefined) return EXIT_CODES[outcome.exitAs ?? 'ok'].code;
    // The error is the last line, as programs expect.
    await warn();
    terminal.error(await inCommandWords(outcome.failure));
    return outcome.failure.exitCode;
  } catch (error) {
    if (parsed.globals.dryRun) {
      const { dryRunResult } = await import('./dry-run.js');
      const result = await dryRunResult(error, spec, context);
      if (result) {
        await terminal.render(result);
        if (result.kind === 'drawing')
          terminal.note('Dry run: nothing was changed. Show the request with --wide.');
        return EXIT_CODES.ok.code;
      }
    }
    // A closed reader (`| head -1`) is not a failure.
    if (terminal.closed) return EXIT_CODES.ok.code;
    const failure = await withOptions(await explained(error, registry), spec);
    await warn();
    if (parsed.globals.debug && failure.kind === 'unexpected' && error instanceof Error)
      terminal.debug(error.stack ?? '');
    terminal.error(failure);
    return failure.exitCode;
  } finally {
    await context.close();
    await warn();
  }
}

const inCommandWords = async (error: ArchctlError): Promise<ArchctlError> =>
  (await import('../command/command-words.js')).errorInCommandWords(error);

/** Converts anything thrown to an error; adds suggestions for an unknown word. */
async function explained(error: unknown, registry: Registry): Promise<ArchctlError> {
  if (!(error instanceof UnknownCommand)) return inCommandWords(toArchctlError(error));
  const { withSuggestion } = await import('../line/suggest-command.js');
  return withSuggestion(error, registry);
}

/** Adds option names to field errors. */
async function withOptions(failure: ArchctlError, { options }: AnyCommand): Promise<ArchctlError> {
  if (!failure.facts.details) return failure;
  const { namingOptions } = await import('../command/input/request-parts.js');
  return namingOptions(failure, options);
}

async function showHelp(
  entry: CommandEntry,
  rest: readonly string[],
  world: World,
  { commands }: Registry,
): Promise<number> {
  const [{ default: spec }, help, style] = await Promise.all([
    entry.load(),
    import('../help/help.js'),
    helpStyle(world, rest),
  ]);
  const name = ['archctl', ...entry.path].join(' ');
  const text = help.commandHelp(spec, name, style, shortcutsTo(entry, commands));
  await writeHelp(world, rest, `${text}\n`);
  return EXIT_CODES.ok.code;
}

async function showGroup(
  path: readonly string[],
  rest: readonly string[],
  world: World,
  registry: Registry,
): Promise<number> {
  const isHelp = rest.includes('--help') || rest.includes('-h');
  const option = rest.find((word) => !HELP_WORDS.includes(word));
  if (!isHelp && option !== undefined) {
    const line = ['archctl', ...path].join(' ');
    const guess = nearestOption(option);
    throw new ArchctlError('usage', `No command was given with ${option}.`, {
      hint: guess ? `Did you mean "${line} ${guess}"?` : `"${line} --help" lists the commands.`,
    });
  }
  const text = await helpOf(path, registry, await helpStyle(world, rest));
  if (isHelp || path.length === 0) await writeHelp(world, rest, `${text}\n`);
  else await writeText(world.stderr, `${text}\n`);
  return isHelp || (path.length === 0 && rest.length === 0) ? EXIT_CODES.ok.code : EXIT_CODES.usage.code;
}

async function helpOf(path: readonly string[], registry: Registry, style: HelpStyle): Promise<string> {
  const ready = path.length === 0 ? applyStyle((await registry.rootHelp()).ROOT_HELP, style) : undefined;
  return ready ?? (await import('../help/help-text.js')).groupText(path, registry, style);
}

/** Suggests an option that works without a command. */
function nearestOption(typed: string): string | undefined {
  return typed.startsWith('--') ? nearest(typed, ['--help', '--version']) : undefined;
}

async function helpStyle({ env, stdout }: World, rest: readonly string[]): Promise<HelpStyle> {
  const noColor = rest.includes('--no-color');
  const coloured = wantsColor({ noColor, env, isTerminal: stdout.isTTY === true });
  const { bold, dim } = coloured ? await colourPalette() : plainPalette;
  return { bold, dim, ...(stdout.isTTY && stdout.columns && { width: stdout.columns }) };
}

/** Reports errors before the terminal exists: an invalid command, option or value. Honours the requested format. */
async function report(
  failure: ArchctlError,
  tokens: readonly Token<OptionShape>[],
  world: World,
): Promise<number> {
  const { createTerminal } = await import('../../terminal/terminal.js');
  const { stdin, stdout, stderr, env, now } = world;
  const terminal = await createTerminal({
    stdin,
    stdout,
    stderr,
    env,
    now,
    format: formatOf(tokens, env),
    noColor: tokens.some((it) => it.kind === 'option' && it.option?.name === '--no-color'),
  });
  terminal.error(failure);
  return failure.exitCode;
}

/** Requested format; undefined if it is none for errors. Accepts `-o=json`, which the parser rejects. */
export function formatOf(tokens: readonly Token<OptionShape>[], env: World['env']): OutputFormat | undefined {
  const given = tokens.findLast((it) => it.kind === 'value' && it.option.name === '--output')?.text;
  const format = given === undefined ? env.ARCHCTL_OUTPUT : given.replace(/^=/, '');
  return OUTPUT_FORMATS.find((it) => it === format);
}
