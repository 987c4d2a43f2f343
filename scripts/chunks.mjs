// The chunks of the program, and the assignment of modules to them.
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Chunks of the program: name, root files, and optionally a pattern that limits the modules. Modules that load together
 * share a chunk, because opening many files costs more than reading a large one. A chunk contains its root files and
 * their imports at any depth, except modules of chunks above it. The bundler splits all other modules itself.
 */
const CHUNKS = [
  // Loaded by every call, even --version.
  ['start', ['src/main.ts', 'src/cli/command/shared-options.ts', 'src/cli/command/positional.ts']],
  // Profiles, settings and cached names: all that completion needs besides the tree of commands.
  [
    'settings',
    [
      'src/completion/cache.ts',
      'src/base/defined.ts',
      'src/base/secret-environment.ts',
      'src/base/id-shape.ts',
      'src/cli/line/read-line.ts',
      'src/contract/scopes.ts',
      'src/profiles/scopes.ts',
      'src/profiles/settings.ts',
      'src/profiles/store.ts',
      'src/profiles/directories.ts',
      'src/base/text/invisible.ts',
    ],
  ],
  ['help', ['src/cli/help/help-text.ts', 'src/commands/shared/front-page.ts']],
  // Loaded by every command that calls the service.
  [
    'core',
    [
      'src/cli/line/parse.ts',
      'src/cli/run/context.ts',
      'src/cli/run/open-client.ts',
      'src/cli/run/quota-warning.ts',
      'src/cli/run/perform-command.ts',
      'src/cli/command/operation-command.ts',
      'src/cli/command/operation-commands.ts',
      'src/cli/command/input/missing.ts',
      'src/cli/command/noun.ts',
      'src/cli/command/columns.ts',
      'src/client/transport/transport-http.ts',
      'src/contract/enums.ts',
      'src/terminal/render-stream.ts',
      // Needed by commands for landscapes, and by the names of other tables.
      'src/commands/landscape/noun.ts',
      'src/commands/landscape/shared/exchange-columns.ts',
      'src/contract/resources/landscape-export.ts?facts',
      'src/contract/resources/landscape-import.ts?facts',
      // Small modules of many commands.
      'src/base/json/canonical-json.ts',
      'src/base/grouped.ts',
      'src/base/parse-yaml.ts',
      'src/base/require-arguments.ts',
    ],
  ],
  // Commands of records within a version, and commands of families.
  [
    'family',
    [
      'src/cli/command/family/family-command.ts',
      'src/cli/command/family/family-options.ts',
      'src/commands/shared/model-options.ts',
    ],
  ],
  // Facts (resources without schemas) of the families in model files, and rules between their records.
  [
    'families',
    [
      'src/model/document/kinds.ts',
      'src/contract/rules/parents.ts',
      'src/contract/rules/diagrams/entry-diagram.ts',
      'src/contract/rules/diagrams/levels.ts',
    ],
    /[\\/]contract[\\/](?:resources|rules)[\\/]/,
  ],
  // Names instead of ids in arguments and in output, and what else every table of a person needs. The nouns are those
  // whose names most tables show.
  [
    'names',
    [
      'src/cli/names/names.ts',
      'src/cli/names/shown-names.ts',
      'src/cli/run/own-labels.ts',
      'src/terminal/formats/constant-columns.ts',
      'src/commands/object/noun.ts',
      'src/commands/technology/noun.ts',
    ],
  ],
  ['paging', ['src/terminal/paging.ts']],
  // Schemas of request bodies, queries and responses.
  ['schema', ['src/contract/family.ts', 'src/contract/record.ts']],
  // Reading and validation of model files, without modules that other commands share.
  [
    'document',
    [
      'src/model/validate/validate.ts',
      'src/commands/model/shared/findings/outcome.ts',
      'src/commands/model/shared/lock.ts',
      'src/commands/model/shared/model-paths.ts',
      'src/commands/model/shared/sources.ts',
    ],
    /[\\/](?:src[\\/](?:model|commands[\\/]model)|js-yaml)[\\/]/,
  ],
];

/** Assigns each module to its chunk, after all modules are parsed. */
export function chunkGraph() {
  const imports = new Map();
  let chunks;
  const addImports = (file, found) => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of imports.get(file) ?? []) addImports(next, found);
  };
  const assign = () => {
    const assigned = new Set();
    return new Map(
      CHUNKS.map(([name, roots, within = /./]) => {
        const found = new Set();
        for (const path of roots) {
          if (!imports.has(join(root, path)))
            throw new Error(`CHUNKS lists ${path}, but no module imports it.`);
          addImports(join(root, path), found);
        }
        const members = new Set([...found].filter((file) => !assigned.has(file) && within.test(file)));
        for (const file of members) assigned.add(file);
        return [name, members];
      }),
    );
  };
  return {
    plugin: {
      name: 'chunk-graph',
      moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
    },
    groups: CHUNKS.map(([name]) => ({
      name,
      test: (id) => {
        chunks ??= assign();
        return chunks.get(name).has(id);
      },
    })),
  };
}
