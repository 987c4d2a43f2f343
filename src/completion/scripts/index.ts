import type { ShellName } from '../shells/shell.js';
import { BASH_SCRIPT } from './bash.js';
import { FISH_SCRIPT } from './fish.js';
import { POWERSHELL_SCRIPT } from './powershell.js';
import { ZSH_SCRIPT } from './zsh.js';

/** Completion script and conventional file name for each shell. */
export const SCRIPTS: Readonly<Record<ShellName, { file: string; text: string }>> = {
  bash: { file: 'archctl.bash', text: BASH_SCRIPT },
  zsh: { file: '_archctl', text: ZSH_SCRIPT },
  fish: { file: 'archctl.fish', text: FISH_SCRIPT },
  powershell: { file: 'archctl.ps1', text: POWERSHELL_SCRIPT },
};
