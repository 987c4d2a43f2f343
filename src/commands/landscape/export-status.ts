import { operationCommand } from '../../cli/command/operation-command.js';
import { getLandscapeExport } from '../../contract/resources/landscape-export.js';
import { STARTED_EXPORT } from './shared/exchange-columns.js';

export default operationCommand(getLandscapeExport, {
  summary: 'Get the status of an export',
  details: 'For exports started with --no-wait. The service removes an export after a while.',
  args: { landscapeExportId: { name: 'EXPORT_ID', help: 'Landscape export' } },
  columns: STARTED_EXPORT,
  examples: {
    'Check whether it has finished': 'archctl landscape export-status EXPORT_ID --landscape LANDSCAPE_ID',
    'The URL of its file':
      'archctl landscape export-status EXPORT_ID --landscape LANDSCAPE_ID -o json --query fileUrl',
  },
  related: ['landscape export'],
});
