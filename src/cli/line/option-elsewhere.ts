import { type ArchctlError, usageError } from '../../base/errors.js';
import { longName } from '../command/options.js';
import { sharedOptions } from '../command/shared-options.js';
import type { Registry } from '../command/spec.js';
import type { UnknownOption } from './parse.js';

/** Maximum number of commands in a hint. */
const MAX_COMMANDS = 3;

/** Lists have another option for conditions than commands that change records. */
const QUERIED = `To filter a list, use --query: --query '[?!description]' selects records without a description.`;

/** Commands that change one record have no `--draft`. */
const DRAFTED = `"archctl model apply --draft NAME" puts changes of model files into a draft. "archctl draft add-task DRAFT" adds a single change.`;
const CHANGES = / (create|update|upsert|delete|edit)$/;

/** Error for an unknown option, with the commands that accept it, those of the same noun first. Loads all commands. */
export async function optionElsewhere(fault: UnknownOption, registry: Registry): Promise<ArchctlError> {
  const flag = fault.flag.split('=')[0] ?? '';
  if (flag === '--where' && fault.command.endsWith(' list'))
    return usageError(fault.message, { hint: QUERIED });
  if (flag === '--draft' && CHANGES.test(fault.command)) return usageError(fault.message, { hint: DRAFTED });
  const taking: string[] = [];
  for (const entry of registry.commands) {
    const { default: spec } = await entry.load();
    const names = Object.keys({ ...sharedOptions(spec), ...spec.options }).map(longName);
    if (names.includes(flag)) taking.push(['archctl', ...entry.path].join(' '));
  }
  const noun = fault.command.split(' ').slice(0, 2).join(' ');
  const near = taking.filter((line) => line.startsWith(`${noun} `));
  const named = (near.length > 0 ? near : taking).slice(0, MAX_COMMANDS);
  if (named.length === 0) return fault;
  const more = taking.length > named.length ? ', among others' : '';
  return usageError(fault.message, {
    hint: `${named.map((line) => `"${line}"`).join(', ')} ${named.length === 1 ? 'accepts' : 'accept'} it${more}. "${fault.command} --help" lists the options of this command.`,
  });
}
