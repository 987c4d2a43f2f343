import { scriptCommand } from './shared/completion-commands.js';

export default scriptCommand('powershell', 'PowerShell', {
  line: 'archctl completion powershell | Out-String | Invoke-Expression',
  file: 'archctl.ps1',
});
