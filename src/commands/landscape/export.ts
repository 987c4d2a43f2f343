import { usageError } from '../../base/errors.js';
import { safeFileName } from '../../base/files/file-names.js';
import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { choice, flag, identifier } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { exportLandscape } from '../../client/jobs/landscape-export.js';
import { EXPORT_SCHEMAS, LANDSCAPE_EXPORT_TYPES, ORIENTATIONS } from '../../contract/enums.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import {
  createLandscapeExport,
  type LandscapeExportOptions,
} from '../../contract/resources/landscape-export.js';
import { downloadFile } from '../shared/output/download-file.js';
import { checkOutput, outputFile } from '../shared/output/output-file.js';
import { WRITTEN_FILE } from '../shared/output/text-output.js';
import { STARTED_EXPORT } from './shared/exchange-columns.js';

type ExportType = (typeof LANDSCAPE_EXPORT_TYPES)[number];

const options = {
  type: choice(LANDSCAPE_EXPORT_TYPES, 'Format of the export', {
    required: true,
    meanings: {
      llms: 'text for language models',
      'object-csv': 'a table of the objects',
      'connection-csv': 'a table of the connections',
    },
  }),
  out: outputFile('File to write', { fallback: 'named after the landscape' }),
  orientation: choice(ORIENTATIONS, 'Page orientation of a PDF', { body: 'orientation' }),
  schema: choice(EXPORT_SCHEMAS, 'Schema version of JSON', { body: 'schema' }),
  draft: identifier('Export the landscape as this draft changes it', { body: 'draftId', completes: 'draft' }),
  diagram: identifier('Only the content of this diagram', { completes: 'diagram' }),
  flow: identifier('Only the objects and connections of this flow', { completes: 'flow' }),
  object: identifier('Only this object and its descendants', { completes: 'object' }),
  noDiagrams: flag('Exclude diagrams'),
  noFlows: flag('Exclude flows'),
  noWait: flag('Start the export and exit without writing a file'),
};

const DEADLINE_S = 300;

const EXTENSIONS: Readonly<Record<ExportType, string>> = {
  pdf: 'pdf',
  markdown: 'md',
  html: 'html',
  llms: 'txt',
  json: 'json',
  'object-csv': 'objects.csv',
  'connection-csv': 'connections.csv',
};

interface Given {
  diagram: string | undefined;
  flow: string | undefined;
  object: string | undefined;
  noDiagrams: boolean | undefined;
  noFlows: boolean | undefined;
}

/** Filter for the requested part of the landscape; undefined for all of it. */
function filterOf({ diagram, flow, object, noDiagrams, noFlows }: Given) {
  const filter = {
    ...(diagram !== undefined && { diagramId: diagram }),
    ...(flow !== undefined && { flowId: flow }),
    ...(object !== undefined && { modelObjectId: object }),
    ...(noDiagrams && { includeDiagrams: false }),
    ...(noFlows && { includeFlows: false }),
  };
  return Object.keys(filter).length === 0 ? undefined : filter;
}

async function landscapeOf(context: Context, given: string | undefined): Promise<string> {
  if (given === undefined) return context.scope('landscape');
  if (context.parsed.scope.landscape !== undefined && context.parsed.scope.landscape !== given) {
    throw usageError('The landscape was given twice: as an argument and with --landscape.');
  }
  return given;
}

export default command({
  summary: 'Export a landscape as PDF, Markdown, HTML, JSON, CSV or text',
  details:
    'Starts an export, waits until it finishes (--timeout, default 300 s), and writes one complete file (default: named after the landscape). Counts as one export.',
  args: {
    landscapeId: { name: 'LANDSCAPE', help: 'Landscape', optional: true, completes: 'landscape' },
  },
  options,
  scope: ['landscape', 'landscapeVersion'],
  takesData: true,
  waits: true,
  operation: createLandscapeExport,
  examples: {
    'A document of the whole landscape': 'archctl landscape export LANDSCAPE --type html',
    'Input for a language model': 'archctl landscape export LANDSCAPE --type llms --no-diagrams --out -',
    'One system on portrait pages':
      'archctl landscape export LANDSCAPE --type pdf --object OBJECT --no-diagrams --orientation portrait --out system.pdf',
  },
  related: ['import', 'diagram export', 'object export', 'landscape export-status'],
  async run(context, { args, options: given }) {
    const { terminal, parsed, world } = context;
    const type = given.type ?? 'json';
    checkOutput(context, given.out);
    const body = await checkedBody<LandscapeExportOptions>(context, createLandscapeExport, options);
    const filter = filterOf(given);
    const query = { type, ...(filter && { filter }) };
    const landscapeId = await landscapeOf(context, args.landscapeId);
    const versionId = await context.scope('landscapeVersion');
    const path = { landscapeId, versionId };
    const client = await context.client();
    if (given.noWait) {
      const { landscapeExport } = await client.call(createLandscapeExport, { path, query, body });
      return { kind: 'record', record: landscapeExport, columns: STARTED_EXPORT };
    }
    const progress = terminal.progress('Starting the export');
    try {
      const done = await exportLandscape(client, {
        ...path,
        query,
        options: body,
        deadlineMs: (parsed.globals.timeout ?? DEADLINE_S) * 1000,
        signal: world.signal,
        onProgress: (state) =>
          progress.update(state === 'completed' ? 'Fetching the file' : 'Exporting the landscape'),
      });
      const file = given.out ?? (await defaultFile(context, landscapeId, type));
      const { isStdout, file: written } = await downloadFile(context, client, done.fileUrl, file);
      progress.stop();
      if (isStdout) return { kind: 'nothing' };
      terminal.success(`Wrote ${written.path}.`);
      return { kind: 'record', record: { ...written, exportId: done.id, type }, columns: WRITTEN_FILE };
    } finally {
      progress.stop();
    }
  },
});

/** Default file name, derived from the name of the landscape. */
async function defaultFile(context: Context, landscapeId: string, type: ExportType): Promise<string> {
  const client = await context.client();
  const { landscape } = await client.call(getLandscape, { path: { landscapeId } });
  return `${safeFileName(landscape.name, safeFileName(landscapeId, 'landscape'))}.${EXTENSIONS[type]}`;
}
