import { operationCommand } from '../../cli/command/operation-command.js';
import { getLandscapeImport } from '../../contract/resources/landscape-import.js';
import { STARTED_IMPORT } from './shared/exchange-columns.js';

export default operationCommand(getLandscapeImport, {
  summary: 'Get the status of an import',
  details:
    'Lists the entries that were refused. For imports started with --no-wait; the service removes an import after a while.',
  args: { landscapeImportId: { name: 'IMPORT_ID', help: 'Landscape import' } },
  columns: STARTED_IMPORT,
  examples: {
    'Check whether it has finished': 'archctl landscape import-status IMPORT_ID --landscape LANDSCAPE_ID',
    'Only refused entries':
      'archctl landscape import-status IMPORT_ID --landscape LANDSCAPE_ID -o json --query "errors[].message"',
  },
  related: ['import'],
});
