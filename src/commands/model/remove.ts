import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { elementsMeant, removeElements } from '../../model/edit/edit-files.js';
import { withDependents } from '../../model/edit/remove.js';
import { finishEdit, MODEL_OPTION, openModel } from './shared/edited-files.js';

export default command({
  summary: 'Remove elements from model files',
  details:
    'Removes each element with everything that cannot exist without it: the objects in it, its connections, its diagrams and their flows. Also removes every reference to these elements: drawn entries, steps of flows, tags, groups, positions, "moved" entries, ignored drift, and links of decisions. Comments and layout of everything else are kept. Shows the changes and asks for confirmation; --dry-run only shows them. Writes all files, or none if the document would have new errors.\n\nThe landscape changes with the next "archctl model apply --prune". To commit the change, use version control.',
  args: {
    names: {
      name: 'NAME',
      help: 'Elements to remove: id, name or path; NAME/** for everything in it; KIND:NAME for a kind',
      variadic: true,
    },
  },
  options: MODEL_OPTION,
  examples: {
    'Show what would be removed': 'archctl model remove "Booking API" --model models --dry-run',
    'In a script': 'archctl model remove diagram:booking-apps --model models --yes',
  },
  related: ['model rename', 'model move', 'model validate', 'model apply'],
  async run(context, { args, options }) {
    const opened = await openModel(context, options);
    const { model } = opened.read;
    const removed = withDependents(model, elementsMeant(model, args.names));
    const files = await removeElements(opened.files, args.names, { read: opened.read });
    return finishEdit(
      context,
      { opened, files, action: `Remove ${pluralize(removed.length, 'element')}` },
      true,
    );
  },
});
