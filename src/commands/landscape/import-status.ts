import { operationCommand } from '../../cli/command/operation-command.js';
import { getLandscapeImport } from '../../contract/resources/landscape-import.js';
import { STARTED_IMPORT } from './shared/exchange-columns.js';

export default operationCommand(getLandscapeImport, {
  summary: 'Look at an import that was started',
  details:
    'Tells what was refused. For imports that were started with --no-wait; an import is forgotten after a while.',
  args: { landscapeImportId: { name: 'IMPORT_ID', help: 'Landscape import' } },
  columns: STARTED_IMPORT,
  examples: [
    { note: 'Is it done?', line: 'archctl landscape import-status IMPORT_ID --landscape LANDSCAPE_ID' },
    {
      note: 'Only what was refused',
      line: 'archctl landscape import-status IMPORT_ID --landscape LANDSCAPE_ID -o json --query "errors[].message"',
    },
  ],
  related: ['import'],
});
