import { command } from '../../cli/command/command.js';
import type { Context } from '../../cli/command/spec.js';
import { login } from '../../contract/resources/user.js';
import { SCOPE_NAMES, type Scope, scopeShape } from '../../contract/scopes.js';
import type { Column } from '../../terminal/types.js';
import { type PlacesInEffect, placesInEffect } from './shared/places-in-effect.js';

/** Field name of a place: `organization`, `landscapeVersion`. */
const fieldOf = (scope: Scope): string => (scope === 'org' ? scopeShape(scope).noun : scope);

export default command({
  summary: 'Show who is signed in and where each setting comes from',
  operation: login,
  examples: [
    { note: 'Check that the key still works', line: 'archctl auth status' },
    { note: 'Only the user id', line: 'archctl auth status -o json --query user.id' },
  ],
  related: ['auth login', 'landscape use', 'doctor'],
  async run(context) {
    const { settings, showsNames, parsed } = context;
    const { baseUrl, credentials } = settings.account();
    const client = await context.client();
    const [{ user }, places] = await Promise.all([
      client.call(login, { path: {} }),
      placesInEffect(context, showsNames || parsed.globals.names === true),
    ]);
    return {
      kind: 'record',
      record: {
        user,
        profile:
          settings.credentials()?.source === 'ARCHCTL_API_KEY'
            ? null
            : (settings.profileName()?.value ?? null),
        baseUrl,
        baseUrlSource: settings.baseUrl()?.source,
        keyId: credentials.id,
        keySource: settings.credentials()?.source,
        ...Object.assign({}, ...SCOPE_NAMES.map((scope) => fieldsOf(scope, places, context))),
      },
      columns: [
        { key: 'user.name', header: 'User' },
        { key: 'user.email', header: 'Email' },
        { key: 'profile' },
        { key: 'baseUrl', header: 'Service' },
        { key: 'keyId', header: 'Key' },
        { key: 'keySource', header: 'Key from' },
        ...SCOPE_NAMES.flatMap((scope) => columnsOf(scope, places, context)),
      ],
    };
  },
});

function fieldsOf(scope: Scope, places: PlacesInEffect, { parsed }: Context): Record<string, unknown> {
  const { value = null, name = null, source = null } = places[scope] ?? {};
  const field = fieldOf(scope);
  return {
    [field]: value,
    ...(parsed.globals.names && { [`${field}Name`]: name }),
    [`${field}Source`]: source,
  };
}

/** Columns of a place: its name for people. */
function columnsOf(scope: Scope, places: PlacesInEffect, { showsNames, showsIds }: Context): Column[] {
  const { name, value } = places[scope] ?? {};
  const field = fieldOf(scope);
  // Short, because a full id follows.
  const title = scope === 'landscapeVersion' ? 'Version' : scopeShape(scope).title;
  const shown = showsNames && name !== undefined ? (showsIds ? `${name} (${value})` : name) : undefined;
  return [
    { key: field, header: title, ...(shown !== undefined && { value: () => shown }) },
    { key: `${field}Source`, header: `${title} from` },
  ];
}
