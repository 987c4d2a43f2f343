import { isAbsolute, join } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { choices, flag } from '../../../cli/command/options.js';
import type { World } from '../../../cli/command/world.js';

/** Folder of an agent's skills below a base, which may be reached by links. */
export interface Place {
  base: string;
  folder: string;
}

/** Folders of skills, relative to a project and to the home directory. */
const AGENTS = {
  agents: { project: '.agents/skills', user: '.agents/skills' },
  claude: { project: '.claude/skills', user: '.claude/skills' },
  codex: { project: '.agents/skills', user: '.agents/skills' },
  copilot: { project: '.github/skills', user: '.copilot/skills' },
  cursor: { project: '.cursor/skills', user: '.cursor/skills' },
  gemini: { project: '.gemini/skills', user: '.gemini/skills' },
} as const;

type Agent = keyof typeof AGENTS;
const DEFAULT_AGENTS: readonly Agent[] = ['agents', 'claude'];

export const PLACE_OPTIONS = {
  for: choices(
    Object.keys(AGENTS) as [Agent, ...Agent[]],
    'Agents; "agents" is the shared folder .agents/skills',
    {
      value: 'AGENT',
      fallback: DEFAULT_AGENTS.join(','),
    },
  ),
  project: flag('In this directory (default)'),
  user: flag('In the home directory, for all projects'),
};

interface Given {
  for?: readonly Agent[] | undefined;
  project?: boolean | undefined;
  user?: boolean | undefined;
}

/** Folders of the chosen agents, each once. Errors: `usage`. */
export function placesOf({ cwd, env }: Pick<World, 'cwd' | 'env'>, given: Given): Place[] {
  if (given.project && given.user)
    throw usageError('Options --project and --user cannot be combined.', { hint: 'Use one of them.' });
  const scope = given.user ? 'user' : 'project';
  const base = given.user ? homeOf(env) : cwd;
  const folders = (given.for ?? DEFAULT_AGENTS).map((agent) => AGENTS[agent][scope]);
  return [...new Set(folders)].map((folder) => ({ base, folder: join(folder, 'archctl') }));
}

function homeOf(env: World['env']): string {
  const home = env.HOME || (process.platform === 'win32' ? env.USERPROFILE : undefined);
  if (home && isAbsolute(home)) return home;
  throw usageError(home ? `HOME is "${home}", which is not an absolute path.` : 'HOME is not set.', {
    hint: 'Set HOME, or use --project.',
  });
}
