import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { fileChanges } from '../shared/file-changes.js';
import { PLACE_OPTIONS, placesOf } from './shared/places.js';
import { carryOut, planUninstall } from './shared/skill-folder.js';

export default command({
  summary: 'Remove the skill for agents',
  details:
    'Removes the files that "archctl skill install" wrote. A file that you have changed is not removed without --force. Other files stay.',
  options: {
    ...PLACE_OPTIONS,
    force: flag('Also remove files that you have changed'),
  },
  examples: {
    'For the agents of a project': 'archctl skill uninstall',
    'Show the changes first': 'archctl skill uninstall --user --dry-run',
  },
  related: ['skill install'],
  async run(context, { options }) {
    const changes = placesOf(context.world, options).flatMap((place) =>
      planUninstall(place, options.force === true),
    );
    if (!context.parsed.globals.dryRun) carryOut(changes);
    return fileChanges(context, changes, {
      done: 'Removed the skill.',
      nothing: 'The skill was not installed.',
    });
  },
});
