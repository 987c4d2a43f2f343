import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { fileChanges } from '../shared/file-changes.js';
import { PLACE_OPTIONS, placesOf } from './shared/places.js';
import { SKILL_FILES } from './shared/skill.generated.js';
import { applyChanges, planInstall, planUninstall } from './shared/skill-folder.js';

const PATHS = SKILL_FILES.map(({ path }) => path);

export default {
  install: command({
    summary: 'Install the skill for agents in this directory or for this user',
    details:
      'Writes the folder "archctl" with SKILL.md and its references where agents look for skills. Without --for, it writes to .agents/skills, which Codex, GitHub Copilot and Gemini CLI read, and to .claude/skills.\n\nA file that you have changed is not overwritten without --force. Links are not followed. Writes all files, or none. A second run changes nothing, and a run after an upgrade of archctl updates the files.',
    options: {
      ...PLACE_OPTIONS,
      force: flag('Overwrite files that you have changed'),
    },
    examples: {
      'For the agents of a project': 'archctl skill install',
      'For all projects of this user': 'archctl skill install --for claude --user',
      'Show the changes first': 'archctl skill install --for codex,cursor --dry-run',
    },
    related: ['skill show', 'skill uninstall', 'mcp'],
    async run(context, { options }) {
      const changes = placesOf(context.world, options).flatMap((place) =>
        planInstall(place, SKILL_FILES, options.force === true),
      );
      if (!context.parsed.globals.dryRun) applyChanges(changes);
      return fileChanges(context, changes, {
        done: 'Installed the skill. New sessions of the agents load it.',
        nothing: 'The skill is already installed.',
      });
    },
  }),
  show: command({
    summary: 'Print the skill, or one of its references',
    args: {
      file: { name: 'FILE', help: 'File of the skill (default: SKILL.md)', optional: true, choices: PATHS },
    },
    examples: {
      'The skill': 'archctl skill show',
      'A reference': 'archctl skill show references/changing.md',
    },
    related: ['skill install'],
    async run(_context, { args }) {
      const { file = 'SKILL.md' } = args;
      const found = SKILL_FILES.find(({ path }) => path === file);
      if (!found)
        throw usageError(`Argument FILE: the skill has no file "${file}".`, {
          hint: `Its files are ${PATHS.join(', ')}.`,
        });
      return { kind: 'drawing', data: found, draw: () => found.text };
    },
  }),
  uninstall: command({
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
      if (!context.parsed.globals.dryRun) applyChanges(changes);
      return fileChanges(context, changes, {
        done: 'Removed the skill.',
        nothing: 'The skill was not installed.',
      });
    },
  }),
};
