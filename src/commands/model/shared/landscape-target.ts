import { ArchctlError, usageError } from '../../../base/errors.js';
import { looksLikeId } from '../../../base/id-shape.js';
import { nameIndex } from '../../../base/name-index.js';
import { alternatives } from '../../../base/text/words.js';
import { shellWord } from '../../../cli/command/input/shell-word.js';
import { flag } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import { getLandscape } from '../../../contract/resources/landscape.js';
import type { Model } from '../../../model/document/element.js';
import {
  bindingText,
  type LandscapeKey,
  landscapesNamed,
  locationText,
  namesLandscape,
} from '../../../model/document/landscape-binding.js';
import { scopeOption } from '../../../profiles/scopes.js';

/** The landscape that a document is compared with or applied to. */

export const TARGET_OPTIONS = {
  otherLandscape: flag('Use the landscape of --landscape although the document names another one'),
};

export interface TargetOptions {
  /** Whether a landscape that the document does not name is confirmed. */
  otherLandscape?: boolean | undefined;
  /** Whether the user may be asked to confirm such a landscape. */
  asks?: boolean;
  /** Whether --landscape itself confirms such a landscape, because nothing is written. */
  isRead?: boolean;
  /** Whether the document was converted from another tool's file, whose title is a landscape only if one has that name. */
  isTitle?: boolean;
}

/** The result of `bindToDocument`. */
export interface Target {
  /** The document; without its landscape if that was only a title. */
  model: Model;
  /** Whether the landscape is another one than the document names. */
  otherLandscape: boolean;
}

type Bound = Pick<Model, 'landscape' | 'landscapePosition'>;

/**
 * Determines the landscape of a document, and makes it the landscape of the context. A document that names a landscape is
 * bound to it. The option --landscape must agree, unless the user confirmed another landscape; a different default of the
 * environment, the project file or the profile is reported and not used. A default also decides between landscapes of the
 * same name. Documents without the field use the landscape of the context.
 *
 * @throws ArchctlError `usage` for another landscape in --landscape, and for a name of several landscapes; `not-found` for
 * a name of none; client errors.
 */
export async function bindToDocument(
  context: Context,
  model: Model,
  { otherLandscape = false, asks, isRead, isTitle }: TargetOptions = {},
): Promise<Target> {
  const { landscape: named } = model;
  if (named === undefined) return { model, otherLandscape };
  const given = context.settings.scope('landscape');
  const isExplicit = given?.source === scopeOption('landscape');
  if (otherLandscape && !isExplicit)
    throw usageError('Option --other-landscape requires --landscape.', {
      hint: 'Name the landscape: --landscape NAME --other-landscape.',
    });
  const chosen = given && (await landscapeAt(context, given.value, given.source, isExplicit));
  const use = ({ id, name }: LandscapeKey, isOther = false): Target => {
    context.bindScope('landscape', id);
    context.knownNames.set(id, name);
    return { model, otherLandscape: isOther };
  };
  if (chosen && namesLandscape(named, chosen)) return use(chosen);
  if (isTitle && !(await landscapeNamed(context, model, isTitle))) {
    const { landscape: _, landscapePosition: __, ...untitled } = model;
    return { model: untitled, otherLandscape: false };
  }
  if (chosen && isExplicit) {
    if (isRead) noteOnce(context, `${bindingText(model)}; "${chosen.name}" is used instead.`);
    else if (!otherLandscape) await confirmOther(context, model, chosen, asks);
    return use(chosen, true);
  }
  const found = await landscapeNamed(context, model);
  if (given)
    noteOnce(
      context,
      `${bindingText(model)}. It is used instead of the default "${chosen?.name ?? given.value}" of ${given.source}.`,
    );
  return use(found);
}

/** Notes of each context, which commands that follow files would repeat. */
const noted = new WeakMap<Context, Set<string>>();

function noteOnce(context: Context, text: string): void {
  const known = noted.get(context) ?? new Set();
  noted.set(context, known);
  if (!known.has(text)) context.terminal.note(text);
  known.add(text);
}

/** The landscape of --landscape; undefined without the option. Errors: `not-found`. */
export async function explicitLandscape(context: Context): Promise<LandscapeKey | undefined> {
  const given = context.settings.scope('landscape');
  return given?.source === scopeOption('landscape')
    ? landscapeAt(context, given.value, given.source, true)
    : undefined;
}

/** Errors: `usage`, unless a person confirms the landscape. */
async function confirmOther(context: Context, model: Bound, chosen: LandscapeKey, asks = false) {
  const { terminal, parsed } = context;
  const { yes, dryRun } = parsed.globals;
  const differs = `${bindingText(model)}, but --landscape is "${chosen.name}".`;
  const canAsk = asks && terminal.canPrompt && !yes && !dryRun;
  if (canAsk && (await terminal.prompter.confirm(`${differs} Use "${chosen.name}"?`, false))) return;
  throw usageError(differs, {
    hint: `Leave out --landscape, or correct the field "landscape" of the document. To use "${chosen.name}" anyway, add --other-landscape.`,
  });
}

/** The landscape of a setting. A default that does not exist is ignored. Errors: `not-found` for an option. */
async function landscapeAt(
  context: Context,
  value: string,
  source: string,
  isExplicit: boolean,
): Promise<LandscapeKey | undefined> {
  try {
    const byId = await landscapeWithId(context, value);
    if (byId) return byId;
    const id = await (await context.names()).idOf('landscape', value, source);
    return { id, name: (await (await context.names()).of('landscape')).nameOf(id) ?? id };
  } catch (error) {
    if (!isExplicit && error instanceof ArchctlError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** The landscape with an id; undefined if there is none. */
async function landscapeWithId(context: Context, value: string): Promise<LandscapeKey | undefined> {
  if (!(context.world.isId ?? looksLikeId)(value)) return undefined;
  try {
    const path = { landscapeId: value };
    const { landscape } = await (await context.reader()).call(getLandscape, { path });
    return { id: landscape.id, name: landscape.name };
  } catch (error) {
    // The text may be a name that looks like an id.
    if (error instanceof ArchctlError && [404, 422].includes(error.facts.status ?? 0)) return undefined;
    throw error;
  }
}

/**
 * The landscape that a document names. Undefined for the title of another tool's file that is the name of no landscape.
 * Errors: `not-found` for none, `usage` for several.
 */
async function landscapeNamed(context: Context, model: Bound): Promise<LandscapeKey>;
async function landscapeNamed(
  context: Context,
  model: Bound,
  isTitle: boolean,
): Promise<LandscapeKey | undefined>;
async function landscapeNamed(
  context: Context,
  { landscape: named = '', landscapePosition }: Bound,
  isTitle = false,
): Promise<LandscapeKey | undefined> {
  const byId = await landscapeWithId(context, named);
  if (byId) return byId;
  const { items } = await (await context.names()).of('landscape');
  const all = items.map(({ id, name = id }) => ({ id, name }));
  const found = landscapesNamed(named, all);
  const [only] = found;
  const at = locationText(landscapePosition);
  if (only && found.length === 1) return only;
  if (isTitle && !only) return undefined;
  if (only)
    throw usageError(`There are ${found.length} landscapes "${named}"${at}.`, {
      details: found.map(({ id }) => id),
      hint: 'Name one of them: --landscape ID, or its id in the field "landscape".',
    });
  const similar = nameIndex(all).find(named);
  const ids = similar.kind === 'one' ? [similar.id] : similar.kind === 'several' ? similar.ids : [];
  const near =
    similar.kind === 'none'
      ? similar.nearest
      : all.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const names = near.map((name) => `"${name}"`);
  throw new ArchctlError('not-found', `There is no landscape "${named}"${at}.`, {
    hint: `${names.length > 0 ? `Did you mean ${alternatives(names)}? ` : ''}If it was renamed, correct the field "landscape"; "archctl landscape list" lists names and ids. If it does not exist yet, run "archctl landscape create ${shellWord(named)}". To use another landscape: --landscape NAME --other-landscape.`,
  });
}
