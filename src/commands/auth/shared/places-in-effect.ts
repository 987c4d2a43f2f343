import type { Context, KindNames } from '../../../cli/command/spec.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { SCOPE_NAMES, type Scope, scopeShape } from '../../../contract/scopes.js';

/** A place that commands work in, unless told otherwise. */
export interface PlaceInEffect {
  value: string;
  source: string;
  /** Where names are wanted, and it is there. */
  name?: string;
}

export type PlacesInEffect = Partial<Record<Scope, PlaceInEffect>>;

/**
 * The places in effect, and where each comes from. With `named` the service is asked what they are called, and for a
 * place that goes without saying because there is one only. Nobody is asked for anything; what cannot be had is left out.
 */
export async function placesInEffect(context: Context, named: boolean): Promise<PlacesInEffect> {
  const places: PlacesInEffect = {};
  let isInside = true;
  for (const scope of SCOPE_NAMES) {
    const said = told(context, scope);
    const goesWithoutName = said?.value === scopeShape(scope).unlessTold?.value;
    // The records of a place can be asked for where the places around it are known.
    const asks: boolean = named && isInside && !(said && goesWithoutName);
    const records: KindNames | undefined = asks ? await recordsOf(context, scope) : undefined;
    const place: PlaceInEffect | undefined = said ?? onlyOne(records);
    isInside &&= place !== undefined;
    if (!place) continue;
    const name =
      records?.nameOf(place.value) ?? (named && !asks ? await nameAlone(context, scope, place) : undefined);
    places[scope] = { ...place, ...(name !== undefined && { name }) };
  }
  return places;
}

function told({ settings }: Context, scope: Scope): PlaceInEffect | undefined {
  const { unlessTold } = scopeShape(scope);
  return settings.place(scope) ?? (unlessTold && { value: unlessTold.value, source: 'unless told' });
}

const onlyOne = (records: KindNames | undefined): PlaceInEffect | undefined => {
  const [only, ...others] = records?.items ?? [];
  return only && others.length === 0 ? { value: only.id, source: 'the only one' } : undefined;
};

/** What a landscape is called though the organization around it is not known. */
async function nameAlone(
  context: Context,
  scope: Scope,
  { value }: PlaceInEffect,
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
