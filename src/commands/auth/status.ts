import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import type { Context, KindNames } from '../../cli/command/spec.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import { login } from '../../contract/resources/user.js';
import { SCOPE_NAMES, type Scope, scopeShape } from '../../contract/scopes.js';
import type { Column } from '../../terminal/types.js';

/** Field name of a scope: `organization`, `landscapeVersion`. */
const fieldOf = (scope: Scope): string => (scope === 'org' ? scopeShape(scope).noun : scope);

export default command({
  shortcuts: ['whoami'],
  summary: 'Show who is signed in and where each setting comes from',
  details: 'If the service is unavailable, the local settings are still printed; the exit code is 7.',
  operation: login,
  examples: {
    'Check that the key still works': 'archctl auth status',
    'Only the user id': 'archctl auth status -o json --query user.id',
  },
  related: ['auth login', 'landscape use', 'doctor'],
  async run(context) {
    const { settings, showsNames, parsed } = context;
    const { baseUrl, credentials } = settings.account();
    const client = await context.client();
    const online = Promise.all([
      client.call(login, { path: {} }),
      effectiveScopes(context, showsNames || parsed.globals.names === true),
    ]);
    const [{ user }, scopes, failure] = await online.catch((error: unknown) => offline(context, error));
    const isNamed = showsNames && scopes.org !== undefined && failure === undefined;
    if (isNamed && !scopes.landscape)
      context.terminal.note('No landscape is chosen: archctl landscape use NAME');
    const keyName = isNamed ? await nameOfKey(context, credentials.id) : undefined;
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
        ...Object.assign({}, ...SCOPE_NAMES.map((scope) => fieldsOf(scope, scopes, context))),
      },
      columns: [
        { key: 'user.name', header: 'User' },
        { key: 'user.email', header: 'Email' },
        { key: 'profile' },
        { key: 'baseUrl', header: 'Service' },
        ...(failure ? [{ key: 'baseUrlSource', header: 'Service from' }] : []),
        {
          key: 'keyId',
          header: 'Key',
          ...(showsNames && { value: () => keyInWords(context, credentials.id, keyName) }),
        },
        { key: 'keySource', header: 'Key from' },
        ...SCOPE_NAMES.flatMap((scope) => columnsOf(scope, scopes, context)),
      ],
      ...(failure && { failure }),
    };
  },
});

/** The local facts if the service is unavailable; other errors are thrown. */
async function offline(
  context: Context,
  error: unknown,
): Promise<[{ user: null }, EffectiveScopes, ArchctlError]> {
  if (!(error instanceof ArchctlError) || error.kind !== 'unavailable') throw error;
  return [{ user: null }, await effectiveScopes(context, false), error];
}

/** The name of the key; undefined if the user may not list keys. */
const nameOfKey = async (context: Context, id: string): Promise<string | undefined> =>
  (await context.names()).of('key').then(
    (names) => names.nameOf(id),
    () => undefined,
  );

/** Number of characters that identify a key without a name. */
const KEY_PREFIX = 6;

function keyInWords({ showsIds }: Context, id: string, name: string | undefined): string {
  if (name === undefined) return showsIds ? id : `${id.slice(0, KEY_PREFIX)}…`;
  return showsIds ? `${name} (${id})` : name;
}

function fieldsOf(scope: Scope, scopes: EffectiveScopes, { parsed }: Context): Record<string, unknown> {
  const { value = null, name = null, source = null } = scopes[scope] ?? {};
  const field = fieldOf(scope);
  return {
    [field]: value,
    ...(parsed.globals.names && { [`${field}Name`]: name }),
    [`${field}Source`]: source,
  };
}

/** Columns of a scope: its name for people. */
function columnsOf(scope: Scope, scopes: EffectiveScopes, { showsNames, showsIds }: Context): Column[] {
  const { name, value } = scopes[scope] ?? {};
  const field = fieldOf(scope);
  // Short, because a full id follows.
  const title = scope === 'landscapeVersion' ? 'Version' : scopeShape(scope).title;
  const shown = showsNames && name !== undefined ? (showsIds ? `${name} (${value})` : name) : undefined;
  return [
    { key: field, header: title, ...(shown !== undefined && { value: () => shown }) },
    { key: `${field}Source`, header: `${title} from` },
  ];
}

/** Default organization, landscape or version of commands. */
interface EffectiveScope {
  value: string;
  source: string;
  /** Set if names were requested and the record exists. */
  name?: string;
}

type EffectiveScopes = Partial<Record<Scope, EffectiveScope>>;

/**
 * Scopes in effect, and where each one comes from. With `named`, their names are requested from the service, and a
 * scope is inferred if it is the only one. Never prompts; scopes that cannot be resolved are left out.
 */
async function effectiveScopes(context: Context, named: boolean): Promise<EffectiveScopes> {
  const scopes: EffectiveScopes = {};
  let isInside = true;
  for (const scope of SCOPE_NAMES) {
    const configured = configuredScope(context, scope);
    const isNameless = configured?.value === scopeShape(scope).fallback?.value;
    // Records of a scope can be requested only if its parents are known.
    const isListed: boolean = named && isInside && !(configured && isNameless);
    const records: KindNames | undefined = isListed ? await recordsOf(context, scope) : undefined;
    const effective: EffectiveScope | undefined = configured ?? onlyOne(records);
    isInside &&= effective !== undefined;
    if (!effective) continue;
    const name =
      records?.nameOf(effective.value) ??
      (named && !isListed ? await nameAlone(context, scope, effective) : undefined);
    scopes[scope] = { ...effective, ...(name !== undefined && { name }) };
  }
  return scopes;
}

function configuredScope({ settings }: Context, scope: Scope): EffectiveScope | undefined {
  const { fallback } = scopeShape(scope);
  return settings.scope(scope) ?? (fallback && { value: fallback.value, source: 'default' });
}

const onlyOne = (records: KindNames | undefined): EffectiveScope | undefined => {
  const [only, ...others] = records?.items ?? [];
  return only && others.length === 0 ? { value: only.id, source: 'the only one' } : undefined;
};

/** Name of a landscape whose organization is not known. */
async function nameAlone(
  context: Context,
  scope: Scope,
  { value }: EffectiveScope,
): Promise<string | undefined> {
  if (scope !== 'landscape') return undefined;
  const client = await context.client();
  return client.call(getLandscape, { path: { landscapeId: value } }).then(
    ({ landscape }) => landscape.name,
    () => undefined,
  );
}

const recordsOf = async (context: Context, scope: Scope): Promise<KindNames | undefined> =>
  (await context.names()).of(scopeShape(scope).kind).catch(() => undefined);
