import { parse } from 'node:path';
import { ArchctlError } from '../../base/errors.js';
import { truncatedList } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { listOrganizations } from '../../contract/resources/organization.js';
import type { Loss } from '../../contract/rules/imports/export-import.js';
import { contentOfImport } from '../../contract/rules/imports/import-document.js';
import { openSandboxService, type SandboxService } from './shared/control.js';
import { type SeedRequest, seedLandscape } from './shared/seed-landscape.js';
import { readSeedSource } from './shared/seed-source.js';
import { SANDBOX_SELECTOR } from './shared/selection.js';

const DEADLINE_S = 300;

const COLUMNS = [
  { key: 'landscapeId', header: 'Landscape', kind: 'id', priority: 1 },
  { key: 'name', priority: 1 },
  { key: 'domains', kind: 'number', priority: 3 },
  { key: 'objects', kind: 'number', priority: 2 },
  { key: 'connections', kind: 'number', priority: 2 },
  { key: 'tags', kind: 'number', priority: 3 },
] as const;

export default command({
  summary: 'Load a landscape from a file into the sandbox',
  details:
    'Creates a landscape in a running sandbox from objects, connections, tags and tag groups. The file is an import document, or the output of "landscape export --type json" or "version export". Diagrams and flows of an export are not imported; archctl reports these and other losses. Technologies and teams are kept if the sandbox has them with the same id. If an entry is refused, archctl reports it and deletes the new landscape. Each import may take 300 s (--timeout).',
  args: {
    file: { name: 'FILE', help: 'Import document or export, JSON or YAML; - reads stdin', completes: 'file' },
  },
  options: {
    name: text('Name of the landscape (default: the file name)', { value: 'NAME' }),
    ...SANDBOX_SELECTOR,
  },
  waits: true,
  examples: {
    'Import one file': 'archctl sandbox seed model.yaml',
    'A landscape of the service, for experiments':
      'archctl version export --landscape LANDSCAPE --out ours.json && archctl sandbox seed ours.json --name "Ours"',
    'Only its id, for a script': 'archctl sandbox seed model.yaml -o json --query landscapeId',
  },
  related: ['sandbox start', 'import', 'landscape export', 'object tree'],
  async run(context, { args, options }) {
    const { parsed, terminal, world } = context;
    const source = await readSeedSource(args.file, world);
    const service = await openSandboxService(context);
    const organizationId = await organizationOf(service);
    const progress = terminal.progress('Creating the landscape');
    const seeding: SeedRequest = {
      client: service.client,
      organizationId,
      name: options.name ?? nameOf(args.file),
      source,
      deadlineMs: (parsed.globals.timeout ?? DEADLINE_S) * 1000,
      signal: world.signal,
      onDocuments: ({ whole }) => progress.update(`Importing ${contentOfImport(whole.document)}`),
    };
    const { losses, ...seeded } = await seedLandscape(seeding).finally(() => progress.stop());
    for (const it of losses) warnSkipped(context, it);
    terminal.success(`Created landscape "${seeded.name}" (${seeded.landscapeId}) in the sandbox.`);
    return {
      kind: 'record',
      record: seeded,
      columns: COLUMNS,
      remark: `To show it: archctl object tree --landscape ${seeded.landscapeId} -p ${service.profile}`,
    };
  },
});

const nameOf = (file: string): string => (file === '-' ? 'Seeded' : parse(file).name);

async function organizationOf({ client, organizationId }: SandboxService): Promise<string> {
  if (organizationId !== undefined) return organizationId;
  const [first] = (await client.call(listOrganizations, {})).organizations;
  if (first) return first.id;
  throw new ArchctlError('not-found', 'The sandbox has no organization.', {
    hint: 'Reset it: archctl sandbox reset',
  });
}

const MAX_NAMES = 5;

function warnSkipped({ terminal }: Context, { what, names }: Loss): void {
  const listed = truncatedList(names, MAX_NAMES).replace(/\s+/g, ' ');
  terminal.warn(`Not imported: ${what}: ${listed}.`);
}
