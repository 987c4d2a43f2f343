import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import { nameOf } from '../../model/document/containers.js';
import { elementMeant, renameElement } from '../../model/edit/edit-files.js';
import { finishEdit, MODEL_OPTION, openModel } from './shared/edited-files.js';

export default command({
  summary: 'Change the name or the id of an element in model files',
  details:
    'Changes only the name: ids and references stay. --id changes the id and every reference to it. It adds an entry to "moved", so that the next "archctl model apply" recognizes the element. A change back to the previous id removes the entry. Every other byte of the files is kept. Writes all files, or none if the document would have new errors.',
  args: {
    name: { name: 'NAME', help: 'Element to rename: id, name or path; KIND:NAME for a kind' },
    newName: { name: 'NEW_NAME', help: 'New name (default with --id: unchanged)', optional: true },
  },
  options: { id: text('New id', { value: 'NEW_ID' }), ...MODEL_OPTION },
  examples: {
    'Change a name': 'archctl model rename booking-api "Booking Service" --model models',
    'Change the id and every reference to it':
      'archctl model rename booking-api --id booking-service --model models',
  },
  related: ['model remove', 'model move', 'model plan'],
  async run(context, { args, options }) {
    const { name, newName } = args;
    const { id: newId } = options;
    if (newName === undefined && newId === undefined)
      throw usageError('Argument NEW_NAME is missing.', { hint: 'Pass a new name, or a new id with --id.' });
    if (newName !== undefined && newName.trim() === '')
      throw usageError('Argument NEW_NAME is empty.', { hint: 'Pass a name.' });
    const opened = await openModel(context, options);
    const element = elementMeant(opened.read.model, name);
    const isNewId = newId !== undefined && newId !== element.id;
    const files = await renameElement(opened.files, name, {
      read: opened.read,
      ...(newName !== undefined && { name: newName }),
      ...(newId !== undefined && { id: newId }),
    });
    const moved = isNewId ? { moved: { from: element.id, to: newId } } : {};
    const action = `Rename "${nameOf(element)}"${isNewId ? `, id ${element.id} → ${newId}` : ''}`;
    return finishEdit(context, { opened, files, action, ...moved }, false);
  },
});
