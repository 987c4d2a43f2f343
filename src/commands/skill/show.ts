import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { SKILL_FILES } from './shared/skill.generated.js';

const PATHS = SKILL_FILES.map(({ path }) => path);

export default command({
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
});
