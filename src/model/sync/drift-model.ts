import { BOOLEAN, checkOptions, DATE, type OptionTypes, SIGNAL, TEXTS } from '../../base/check-options.js';
import { usageError } from '../../base/errors.js';
import { requireArguments } from '../../base/require-arguments.js';
import { type ReadClient, readOnly } from '../../client/read-only.js';
import { dayOf } from '../document/drift-ignores.js';
import type { DriftIgnore, Model } from '../document/element.js';
import { ElementFinder, elementsNamed, hasField } from '../document/element-pattern.js';
import { refuseOtherLandscape } from '../document/landscape-binding.js';
import type { ReadModel } from '../document/read.js';
import type { LiveLandscape } from '../live/landscape.js';
import { readLandscape, type VersionPath } from '../live/read-landscape.js';
import { refuseProblems } from '../plan/check-plan.js';
import { type DriftReport, driftOf } from '../plan/drift.js';
import { planChanges } from '../plan/plan.js';
import { type Compared, compareWithLandscape } from '../plan/resolve.js';
import { keepsDecisions, refuseUnplannable } from './plan-model.js';

/** Options of `driftModel`. */
export interface DriftAim {
  /** Further differences to ignore, as `ELEMENT` or `ELEMENT.FIELD`; elements as in `drift.ignore`. */
  ignore?: readonly string[];
  /** Whether the document may name another landscape than that of the path (default: false). */
  otherLandscape?: boolean;
  /** Time that decides which entries have expired (default: now). */
  now?: Date;
  /** Aborts the requests. */
  signal?: AbortSignal | undefined;
}

export const DRIFT_OPTIONS: OptionTypes<DriftAim> = {
  ignore: TEXTS,
  otherLandscape: BOOLEAN,
  now: DATE,
  signal: SIGNAL,
};

/**
 * Reads a landscape and reports its differences from a document. Makes no changes.
 * @param read Result of `readModel`, with its findings.
 * @throws ArchctlError `usage` for a document with errors or without content, for one that names another landscape, for an ignored element that does not exist,
 * and for a document that cannot be compared with the landscape; client errors.
 */
export async function driftModel(
  client: ReadClient,
  path: VersionPath,
  read: ReadModel,
  aim: DriftAim = {},
): Promise<DriftReport> {
  requireArguments('driftModel', { client, path, read });
  checkOptions('driftModel', aim, DRIFT_OPTIONS);
  refuseUnplannable(read);
  const report = await driftFor(readOnly(client, { signal: aim.signal }), path, read.model, aim);
  refuseProblems(report.problems);
  return report;
}

/** Like `driftModel`, for a model without errors. */
export async function driftFor(
  client: ReadClient,
  path: VersionPath,
  model: Model,
  aim: DriftAim = {},
): Promise<DriftReport> {
  return (await compareForDrift(await readForDrift(client, path, model), model, aim)).report;
}

/** Reads the landscape that a document is compared with. */
export const readForDrift = (client: ReadClient, path: VersionPath, model: Model): Promise<LiveLandscape> =>
  readLandscape(readOnly(client), path, true, keepsDecisions(model));

/** A drift report, and what it compares. */
export interface DriftComparison {
  report: DriftReport;
  live: LiveLandscape;
  comparison: Compared;
}

/** Compares a landscape that has been read with a document. Errors: as of `driftModel`. */
export async function compareForDrift(
  live: LiveLandscape,
  model: Model,
  { ignore = [], otherLandscape, now = new Date() }: DriftAim = {},
): Promise<DriftComparison> {
  refuseOtherLandscape(model, live.landscape, otherLandscape);
  const comparison = compareWithLandscape(model, live);
  const finder = ignore.length === 0 ? undefined : new ElementFinder(comparison.model, comparison.current);
  const given = ignore.flatMap((typed) => (finder ? [ignoreOf(typed, finder)] : []));
  const plan = await planChanges(model, live, { prune: 'none', forceOwner: true }, comparison);
  return {
    report: driftOf(plan, comparison, [...given, ...model.driftIgnores], dayOf(now)),
    live,
    comparison,
  };
}

/** The entry for `ELEMENT` or `ELEMENT.FIELD`. Errors: as of `elementsNamed`; `usage` for an unknown field. */
function ignoreOf(typed: string, finder: ElementFinder): DriftIgnore {
  const reason = 'option `ignore`';
  let unknown: string | undefined;
  if (finder.match(typed).is === 'unknown')
    for (let dot = typed.lastIndexOf('.'); dot > 0; dot = typed.lastIndexOf('.', dot - 1)) {
      const [element, field] = [typed.slice(0, dot), typed.slice(dot + 1)];
      if (finder.match(element).is === 'unknown') continue;
      if (hasField(elementsNamed(finder, element), field)) return { element, field, reason };
      unknown ??= `${element} has no field "${field}".`;
    }
  if (unknown !== undefined) throw usageError(unknown, { hint: FIELDS });
  elementsNamed(finder, typed);
  return { element: typed, reason };
}

const FIELDS = '`documentSchema` lists the fields of each kind of element.';
