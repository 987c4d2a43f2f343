import { displayName } from '../../cli/command/family/display-name.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { flag, identifier, no, text } from '../../cli/command/options.js';
import {
  createLandscape,
  duplicateLandscape,
  listLandscapes,
  updateLandscape,
} from '../../contract/resources/landscape.js';
import { getLandscapeExport } from '../../contract/resources/landscape-export.js';
import { getLandscapeImport } from '../../contract/resources/landscape-import.js';
import noun from './noun.js';
import { STARTED_EXPORT, STARTED_IMPORT } from './shared/exchange-columns.js';

export default operationCommands(
  { record: 'landscape', columns: noun.columns },
  {
    create: {
      operation: createLandscape,
      details: 'Without --template, the landscape contains one domain with its root object.',
      options: {
        name: text('Name', { required: true, body: 'name' }),
        template: identifier('Template to copy', { body: 'templateId', completes: 'template' }),
        scheduledVersions: flag('Create versions on a schedule', { body: 'scheduledVersions' }),
      },
      examples: {
        'An empty landscape': 'archctl landscape create "Shop"',
        'A landscape from a template': 'archctl landscape create "Shop" --template TEMPLATE',
        'Print only the new id': 'archctl landscape create "Shop" -o json --query id',
      },
      related: ['template list', 'landscape get', 'landscape duplicate'],
    },
    duplicate: {
      operation: duplicateLandscape,
      summary: 'Duplicate a landscape with everything in it',
      args: { landscapeId: { name: 'LANDSCAPE', help: 'Landscape to duplicate', completes: 'landscape' } },
      options: {
        name: text('Name of the copy', { required: true, body: 'name' }),
        scheduledVersions: flag('Create versions of the copy on a schedule', { body: 'scheduledVersions' }),
        targetOrganization: identifier('Organization that owns the copy', {
          query: 'targetOrganizationId',
          completes: 'org',
        }),
      },
      examples: {
        'Try a change on a copy': 'archctl landscape duplicate LANDSCAPE --name "Shop, spike"',
        'Print only the new id': 'archctl landscape duplicate LANDSCAPE --name Copy -o json --query id',
      },
      related: ['landscape copy', 'landscape list', 'logs tree'],
      done: (landscape, context) => `Created the duplicate ${displayName(context, landscape)}.`,
    },
    'export-status': {
      operation: getLandscapeExport,
      summary: 'Get the status of an export',
      details: 'For exports started with --no-wait. The service removes an export after a while.',
      args: { landscapeExportId: { name: 'EXPORT_ID', help: 'Landscape export' } },
      columns: STARTED_EXPORT,
      examples: {
        'Check whether it has finished': 'archctl landscape export-status EXPORT_ID',
        'The URL of its file': 'archctl landscape export-status EXPORT_ID -o json --query fileUrl',
      },
      related: ['landscape export'],
    },
    'import-status': {
      operation: getLandscapeImport,
      summary: 'Get the status of an import',
      details:
        'Lists the entries that were refused. For imports started with --no-wait; the service removes an import after a while.',
      args: { landscapeImportId: { name: 'IMPORT_ID', help: 'Landscape import' } },
      columns: STARTED_IMPORT,
      examples: {
        'Check whether it has finished': 'archctl landscape import-status IMPORT_ID',
        'Only refused entries':
          'archctl landscape import-status IMPORT_ID -o json --query "errors[].message"',
      },
      related: ['import'],
    },
    list: {
      operation: listLandscapes,
      empty: 'The organization has no landscapes.',
      examples: {
        "Landscapes of the profile's organization": 'archctl landscape list',
        'Names only, for a script': 'archctl landscape list -o csv --fields name',
      },
      related: ['landscape get', 'landscape create', 'landscape duplicate', 'diagram list'],
    },
    update: {
      operation: updateLandscape,
      args: { landscapeId: { name: 'LANDSCAPE', help: 'Landscape', completes: 'landscape' } },
      options: {
        name: text('Name', { body: 'name' }),
        scheduledVersions: flag('Create versions on a schedule', { body: 'scheduledVersions' }),
        noScheduledVersions: no('Stop creating versions on a schedule', { body: 'scheduledVersions' }),
        organization: identifier('Organization that owns it', { body: 'organizationId', completes: 'org' }),
      },
      examples: {
        'Rename it': 'archctl landscape update LANDSCAPE --name "Shop, Europe"',
        'Stop scheduled versions': 'archctl landscape update LANDSCAPE --no-scheduled-versions',
      },
      related: ['landscape get'],
    },
  },
);
