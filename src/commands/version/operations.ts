import { updatedAt } from '../../cli/command/columns.js';
import { operationCommands } from '../../cli/command/operation-commands.js';
import { identifier, orNone, text, texts } from '../../cli/command/options.js';
import { createVersion, getVersion, listVersions, updateVersion } from '../../contract/resources/version.js';
import noun from './noun.js';

export default operationCommands(
  { record: 'version', columns: noun.columns },
  {
    create: {
      operation: createVersion,
      details: 'Takes a snapshot of the live version. The name must be unique in the landscape.',
      options: {
        name: text('Name', { required: true, body: 'name' }),
        notes: text('Notes, at least ten characters', { required: true, body: 'notes' }),
        model: orNone(
          identifier('Handle of the model object that the version is about (default: none)', {
            body: 'modelHandleId',
          }),
        ),
      },
      examples: {
        'Snapshot the live version':
          'archctl version create "Before the split" --notes "As it was before the split."',
        'Print only the new id':
          'archctl version create Nightly --notes "Made by the nightly job." -o json --query id',
      },
      related: ['version list', 'version revert', 'version delete'],
      finish: (body) => ({ modelHandleId: null, ...body }),
    },
    get: {
      operation: getVersion,
      args: { versionId: { name: 'VERSION', help: 'Version, or latest', completes: 'version' } },
      columns: [
        ...noun.columns,
        updatedAt,
        { key: 'modelHandleId', header: 'Model', kind: 'id', nameless: true, priority: 5 },
        { key: 'diagramHandleIds', header: 'Diagrams', kind: 'list', nameless: true, priority: 5 },
      ],
      examples: {
        'One version': 'archctl version get VERSION',
        'The live version': 'archctl version get latest -o yaml',
      },
      related: ['version list', 'version update'],
    },
    list: {
      operation: listVersions,
      options: {
        tag: texts('Filter by tag', { query: 'filter.tag', suggests: ['latest'] }),
      },
      empty: 'The landscape has no versions.',
      examples: {
        'Versions that you can read or revert to': 'archctl version list',
        'Ids of the first three': 'archctl version list -o csv --fields id --limit 3',
        'The live version': 'archctl version list --tag latest',
      },
      related: ['version get', 'version create', 'version revert', 'landscape list'],
    },
    update: {
      operation: updateVersion,
      details: 'Changes the name and the notes. The content of a version cannot change.',
      args: { versionId: { name: 'VERSION', help: 'Version', completes: 'version' } },
      options: {
        name: text('Name', { body: 'name' }),
        notes: text('Notes, at least ten characters', { body: 'notes' }),
        model: orNone(
          identifier('Handle of the model object that the version is about, or none', {
            body: 'modelHandleId',
          }),
        ),
      },
      examples: {
        'Rename it': 'archctl version update VERSION --name "2026.1, approved"',
        'Change the notes': 'archctl version update VERSION --notes "Approved by the board."',
      },
      related: ['version get', 'version list'],
    },
  },
);
