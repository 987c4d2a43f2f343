import { parse } from 'node:path';
import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { listOrganizations } from '../../contract/resources/organization.js';
import type { LeftOut } from '../../contract/rules/export-import.js';
import { contentOfImport } from '../../contract/rules/import-document.js';
import { openSandboxService, type SandboxService } from './shared/control.js';
import { type Seeding, seedLandscape } from './shared/seed-landscape.js';
import { readSeedSource } from './shared/seed-source.js';
import { WHICH_SANDBOX } from './shared/which.js';

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
  summary: 'Fill the sandbox with a landscape from a file',
  details:
    'Makes a new landscape in a running sandbox, of a document as "import" takes it, or of what "landscape export --type json" and "version export" write: objects, connections, tags and tag groups. Diagrams and flows of an export are not carried over, and what else an import cannot say is told. Technologies and teams stay where the sandbox has them under the same id. Where anything is refused, it is told entry by entry, and the landscape is deleted again. Each import may take 300 s (--timeout).',
  args: { file: { name: 'FILE', help: 'Document or export, JSON or YAML; - for stdin', completes: 'file' } },
  options: {
    name: text('Name of the landscape; the name of the file unless given', { value: 'NAME' }),
    ...WHICH_SANDBOX,
  },
  waits: true,
  examples: [
    { note: 'What a file says', line: 'archctl sandbox seed model.yaml' },
    {
      note: 'A landscape of the service, to try things on',
      line: 'archctl version export --landscape LANDSCAPE_ID --file ours.json && archctl sandbox seed ours.json --name "Ours"',
    },
    {
      note: 'Only its id, for a script',
      line: 'archctl sandbox seed model.yaml -o json --query landscapeId',
    },
  ],
  related: ['sandbox start', 'import', 'landscape export', 'object tree'],
  async run(context, { args, options }) {
    const { parsed, terminal, world } = context;
    const source = await readSeedSource(args.file, world);
    const service = await openSandboxService(context);
    const organizationId = await organizationOf(service);
    const progress = terminal.progress('Making the landscape');
    const seeding: Seeding = {
      client: service.client,
      organizationId,
      name: options.name ?? nameOf(args.file),
      source,
      deadlineMs: (parsed.globals.timeout ?? DEADLINE_S) * 1000,
      signal: world.signal,
      onDocuments: ({ whole }) => progress.update(`Importing ${contentOfImport(whole.document)}`),
    };
    const { leftOut, ...seeded } = await seedLandscape(seeding).finally(() => progress.stop());
    for (const it of leftOut) tell(context, it);
    terminal.success(`Landscape "${seeded.name}" (${seeded.landscapeId}) is in the sandbox.`);
    return {
      kind: 'record',
      record: seeded,
      columns: COLUMNS,
      remark: `Look at it: archctl object tree --landscape ${seeded.landscapeId} -p ${service.profile}`,
    };
  },
});

const nameOf = (file: string): string => (file === '-' ? 'Seeded' : parse(file).name);

/** The organization of the sandbox's key. */
async function organizationOf({ client, organizationId }: SandboxService): Promise<string> {
  if (organizationId !== undefined) return organizationId;
  const [first] = (await client.call(listOrganizations, {})).organizations;
  if (first) return first.id;
  throw new ArchctlError('not-found', 'The sandbox has no organization.', {
    hint: 'Begin anew: archctl sandbox reset',
  });
}

/** How many names a warning tells. */
const MOST_NAMES = 5;

function tell({ terminal }: Context, { what, names }: LeftOut): void {
  const some = names.slice(0, MOST_NAMES).join(', ').replace(/\s+/g, ' ');
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  terminal.warn(`Not carried over: ${what}: ${some}${more}.`);
}
