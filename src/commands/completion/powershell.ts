import { scriptCommand } from '../../cli/completion-commands.js';

export default scriptCommand(
  'powershell',
  'PowerShell',
  'archctl completion powershell | Out-String | Invoke-Expression',
);
