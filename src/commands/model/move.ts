import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import { nameOf } from '../../model/document/containers.js';
import { elementMeant, isModelPath, moveElement } from '../../model/edit/edit-files.js';
import { finishEdit, MODEL_OPTION, type OpenedModel, openModel } from './shared/edited-files.js';

export default command({
  summary: 'Move an element to another parent or to another model file',
  details:
    'The target is an element, or a file whose name ends in .yaml, .yml or .json. Objects move to another object or domain; diagrams and diagram groups as well. Tags move to another tag group. What is in the element moves along. In another file, the element is at the top, and names its parent. A new file is created in the folder of the model. Comments and layout of everything else are kept. Writes all files, or none if the document would have new errors.',
  args: {
    name: { name: 'NAME', help: 'Element to move: id, name or path; KIND:NAME for a kind' },
    target: {
      name: 'PARENT|FILE',
      help: 'New parent, by id, name or path; or file of the model',
      completes: 'file',
      optional: true,
    },
  },
  options: {
    to: text('New parent or file, instead of the second argument', { value: 'PARENT|FILE' }),
    ...MODEL_OPTION,
  },
  examples: {
    'Move an app to a system': 'archctl model move booking-api booking --model models --dry-run',
    'Move a system to a file of its own': 'archctl model move booking models/booking.yaml --model models',
  },
  related: ['model rename', 'model remove', 'model fmt'],
  async run(context, { args, options }) {
    const to = targetOf(args.target, options.to);
    const opened = await openModel(context, options);
    const element = elementMeant(opened.read.model, args.name);
    const action = `Move "${nameOf(element)}" to ${to}`;
    const target = isModelPath(to) ? targetPath(context.world.cwd, opened, to) : to;
    const files = await moveElement(opened.files, args.name, { to: target, read: opened.read });
    return finishEdit(context, { opened, files, action }, false);
  },
});

/** The target, given once. Errors: `usage`. */
function targetOf(argument: string | undefined, option: string | undefined): string {
  const hint = 'Name an element or a file: archctl model move NAME PARENT.';
  if (argument !== undefined && option !== undefined)
    throw usageError(`The target is given twice: ${argument} and --to ${option}.`, { hint });
  const target = argument ?? option;
  if (target === undefined || target === '') throw usageError('The target of the move is missing.', { hint });
  return target;
}

/** The path of the target as in the files. Errors: `usage` for a file that is not part of the model. */
function targetPath(cwd: string, { files, target }: OpenedModel, to: string): string {
  const there = files.find(({ path }) => resolve(cwd, path) === resolve(cwd, to));
  if (there) return there.path;
  if (!('dir' in target) || resolve(cwd, dirname(to)) !== resolve(cwd, target.dir))
    throw usageError(`${to} is not a file of the model.`, {
      hint: 'Pass a file in the folder of the model, and the folder with --model.',
    });
  if (existsSync(resolve(cwd, to)))
    throw usageError(`${to} already exists, and is not part of the model.`, { hint: 'Pass another name.' });
  return to;
}
