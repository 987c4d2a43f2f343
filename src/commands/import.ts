import { ArchctlError, usageError } from '../base/errors.js';
import { pluralize, truncatedList } from '../base/text/words.js';
import { command } from '../cli/command/command.js';
import { pathOf } from '../cli/command/operation-command.js';
import { flag, text } from '../cli/command/options.js';
import type { Context } from '../cli/command/spec.js';
import type { VersionPath } from '../cli/command/version-path.js';
import { createLandscapeImport } from '../contract/resources/landscape-import.js';
import { contentOfImport, namesakeEntries, nestedGroups } from '../contract/rules/imports/import-document.js';
import { prunedNames } from './shared/import/missing-entries.js';
import { type ReadDocument, readDocument } from './shared/import/read-document.js';
import { type ImportOutcome, type SendOptions, sendDocument } from './shared/import/send.js';

const DEADLINE_S = 300;

const COLUMNS = [
  { key: 'file', kind: 'id', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
  { key: 'entries', kind: 'number', priority: 2 },
  { key: 'missing', kind: 'number', priority: 2 },
  { key: 'problems', kind: 'list', priority: 5 },
  { key: 'importId', header: 'Import', kind: 'id', priority: 4 },
] as const;

const STARTED = [
  { key: 'file', kind: 'id', priority: 1 },
  { key: 'importId', header: 'Import', kind: 'id', priority: 1 },
  { key: 'status', kind: 'status', priority: 2 },
] as const;

export default command({
  summary: 'Import models from JSON or YAML into a landscape',
  details:
    'Imports objects, connections, tags and tag groups with your own ids. Updates what was imported before in the same namespace, and creates the rest. Validates each document before it sends it, waits until the service has finished (--timeout, default 300 s), and reads it back.\n\nDocuments are sent in order; the first failure ends the command. Each document counts as one import. The service refuses a group inside a group that the same document creates: put the outer group in an earlier document.',
  args: { files: { name: 'FILE', help: 'Documents; - reads stdin', variadic: true, completes: 'file' } },
  options: {
    namespace: text("Namespace that separates this source from others; overrides the document's"),
    prune: flag(
      'Delete elements of earlier imports that are missing from the document; asks for confirmation',
    ),
    noWait: flag('Start the import and exit without waiting for the result'),
  },
  scope: ['landscape', 'landscapeVersion'],
  waits: true,
  section: 'Models',
  operation: createLandscapeImport,
  examples: {
    'Import one file': 'archctl import model.yaml --namespace shop',
    'Delete everything else in that namespace': 'archctl import model.yaml --namespace shop --prune --yes',
    'Validate only': 'archctl import model.yaml --dry-run',
  },
  related: ['landscape export', 'landscape import-status', 'object list'],
  async run(context, { args, options }) {
    const { parsed, terminal, world } = context;
    const documents: ReadDocument[] = [];
    for (const file of args.files) documents.push(await readDocument(file, world, options.namespace));
    for (const it of documents) warn(context, it);
    if (options.prune) refuseSharedPruning(documents);
    const path = (await pathOf(context, createLandscapeImport)) as VersionPath;
    if (options.prune) await confirmPruning(context, path, documents);
    const sending: SendOptions = {
      client: await context.client(),
      path,
      prune: options.prune,
      deadlineMs: (parsed.globals.timeout ?? DEADLINE_S) * 1000,
      signal: world.signal,
    };
    if (options.noWait) return { kind: 'list', items: await startAll(documents, sending), columns: STARTED };
    const items: ImportOutcome[] = [];
    for (const read of documents) {
      const progress = terminal.progress(`Importing ${read.name}: ${contentOfImport(read.document)}`);
      const outcome = await sendDocument(read, sending).finally(() => progress.stop());
      items.push(outcome);
      if (outcome.problems.length > 0) break;
      terminal.success(`Imported ${read.name}: ${contentOfImport(read.document)}.`);
    }
    const failure = failureOf(items, documents.length);
    return { kind: 'list', items, columns: COLUMNS, ...(failure && { failure }) };
  },
});

function warn({ terminal }: Context, { name, document }: ReadDocument): void {
  for (const { name: group, message } of nestedGroups(document)) {
    terminal.warn(`${name}: the service may refuse the group "${group}": ${message}.`);
  }
  for (const { name: entry, message } of namesakeEntries(document)) {
    terminal.warn(`${name}: "${entry}": ${message}.`);
  }
}

/** Rejects pruning with several documents: each document would delete the records of the others. */
function refuseSharedPruning(documents: readonly ReadDocument[]): void {
  const namespaces = documents.map(({ document }) => document.namespace);
  if (
    new Set(namespaces).size === namespaces.length &&
    !(namespaces.length > 1 && namespaces.includes(undefined))
  )
    return;
  throw usageError(
    '--prune accepts one document per namespace, because each document deletes what it does not contain.',
    {
      hint: 'Give every document its own namespace, or import one at a time.',
    },
  );
}

const MAX_NAMES = 5;

async function confirmPruning(
  context: Context,
  path: VersionPath,
  documents: readonly ReadDocument[],
): Promise<void> {
  const { yes, dryRun } = context.parsed.globals;
  if (dryRun) return;
  // Scripts with --yes skip the question and the requests for it.
  const client = yes ? undefined : await context.client();
  for (const { name, document } of documents) {
    const names = client ? await prunedNames(client, path, document) : [];
    if (client && names.length === 0) continue;
    const listed = truncatedList(names, MAX_NAMES).replace(/\s+/g, ' ');
    const place = document.namespace === undefined ? 'earlier' : `under "${document.namespace}"`;
    await context.confirm(
      `Delete ${pluralize(names.length, 'record')} imported ${place} that ${name} does not contain (${listed}), and everything that depends on them?`,
    );
  }
}

/** Starts imports one after the other, without waiting for results. */
async function startAll(documents: readonly ReadDocument[], { client, path, prune }: SendOptions) {
  const started: { file: string; importId: string; status: string }[] = [];
  for (const { name, document } of documents) {
    const query = prune === undefined ? {} : { prune };
    const { landscapeImport } = await client.call(createLandscapeImport, { path, query, body: document });
    started.push({ file: name, importId: landscapeImport.id, status: landscapeImport.status });
  }
  return started;
}

/** One error for all incomplete imports. */
function failureOf(items: readonly ImportOutcome[], total: number): ArchctlError | undefined {
  const last = items.at(-1);
  if (!last || last.problems.length === 0) return undefined;
  const unsentCount = total - items.length;
  const unsent =
    unsentCount === 0
      ? ''
      : ` ${pluralize(unsentCount, 'document')} after it ${unsentCount === 1 ? 'was' : 'were'} not sent.`;
  return new ArchctlError(
    'refused',
    `${last.file} was imported only in part: ${last.missing} of ${pluralize(last.entries, 'entry')} did not arrive.${unsent}`,
    {
      details: last.problems,
      hint: 'Correct the entries and import the document again; entries that arrived are updated, not duplicated.',
    },
  );
}
