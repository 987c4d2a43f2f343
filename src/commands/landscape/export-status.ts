import { operationCommand } from '../../cli/command/operation-command.js';
import { getLandscapeExport } from '../../contract/resources/landscape-export.js';
import { STARTED_EXPORT } from './shared/exchange-columns.js';

export default operationCommand(getLandscapeExport, {
  summary: 'Look at an export that was started',
  details: 'For exports that were started with --no-wait. An export is forgotten after a while.',
  args: { landscapeExportId: { name: 'EXPORT_ID', help: 'Landscape export' } },
  columns: STARTED_EXPORT,
  examples: [
    { note: 'Is it done?', line: 'archctl landscape export-status EXPORT_ID --landscape LANDSCAPE_ID' },
    {
      note: 'Where its file is',
      line: 'archctl landscape export-status EXPORT_ID --landscape LANDSCAPE_ID -o json --query fileUrl',
    },
  ],
  related: ['landscape export'],
});
