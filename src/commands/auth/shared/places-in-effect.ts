import type { Context, KindNames } from '../../../cli/command/spec.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import { SCOPE_NAMES, type Scope, scopeShape } from '../../../contract/scopes.js';

/** Default organization, landscape or version of commands. */
export interface PlaceInEffect {
  value: string;
  source: string;
  /** Set if names were requested and the place exists. */
  name?: string;
}

export type PlacesInEffect = Partial<Record<Scope, PlaceInEffect>>;

/**
 * Places in effect, and where each one comes from. With `named`, their names are requested from the service, and a
 * place is inferred if it is the only one. Never prompts; places that cannot be resolved are left out.
 */
export async function placesInEffect(context: Context, named: boolean): Promise<PlacesInEffect> {
  const places: PlacesInEffect = {};
  let isInside = true;
  for (const scope of SCOPE_NAMES) {
    const said = told(context, scope);
    const goesWithoutName = said?.value === scopeShape(scope).unlessTold?.value;
    // Records of a place can be requested only if its parents are known.
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

/** Name of a landscape whose organization is not known. */
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
