import { basename, isAbsolute } from 'node:path';
import { ArchctlError } from '../../../../base/errors.js';
import type { Context } from '../../../../cli/command/spec.js';
import { citationRules } from '../../../../model/analysis/rules/citations.js';
import type { Model } from '../../../../model/document/element.js';
import { check, validate } from '../../../../model/validate/validate.js';
import type { SiteAction, SiteFinding } from '../../../../site/types.js';
import { isOneElsewhere } from '../analysis/read-model-files.js';
import { readRulesFile } from '../analysis/rules-file.js';
import { type Located, locate, locateByPath } from '../findings/located.js';
import { refuseDocument } from '../findings/refuse.js';
import type { LiveReader } from '../live.js';
import { readLocked } from '../lock.js';
import { filesOf, oneSide, readPaths } from '../sides.js';

export interface SiteSource {
  model: Model;
  findings: readonly SiteFinding[];
  /** False if its files have syntax or schema errors: the model is then incomplete. */
  isComplete: boolean;
  /** Latest changes of a landscape; undefined for files, drafts and versions, and if its log cannot be read. */
  activity?: readonly SiteAction[] | undefined;
}

export interface SiteSourceOptions {
  rules?: string | undefined;
  /** Returns files with syntax or schema errors as well. */
  acceptsFaults?: boolean;
  reader?: LiveReader | undefined;
}

/**
 * Reads a model with the findings of `model validate`, and of `model check` for a rules file. A landscape and a draft have
 * findings of rules only. Errors: `usage` for unreadable files, for an invalid
 * rules file and for files with syntax or schema errors; those of the client.
 */
export async function readSiteSource(
  context: Context,
  paths: readonly string[],
  { rules: rulesFile, acceptsFaults, reader }: SiteSourceOptions = {},
): Promise<SiteSource> {
  const [first = ''] = paths;
  const isElsewhere = isOneElsewhere(paths);
  const files = isElsewhere ? await filesOf(context, first) : await readPaths(context, paths);
  const read = files
    ? await readLocked(context, files, !isElsewhere)
    : { model: await oneSide(context, paths, true, true, reader), findings: [], isWhole: true, ignored: [] };
  if (files && !acceptsFaults) refuseDocument(read.findings, files, 'it was not read');
  const rules = rulesFile === undefined ? undefined : await readRulesFile(context, rulesFile);
  const broken = rules ? check(files ?? [], read, [...citationRules(rules.citations), ...rules.own]) : [];
  const found =
    files && rules
      ? locate([...validate(files, read), ...broken], [...files, rules.file])
      : files
        ? locate(validate(files, read), files)
        : locateByPath(broken, () => '');
  return {
    model: read.model,
    findings: found.map(siteFinding),
    isComplete: !read.findings.some(({ severity }) => severity === 'error'),
    ...(first === 'live' && { activity: await activityOf(context, read.model) }),
  };
}

/** Latest changes in the action log. A site does not fail if the log cannot be read. */
async function activityOf(context: Context, model: Model): Promise<SiteAction[] | undefined> {
  const { recentActions } = await import('../../../../model/sync/recent-actions.js');
  try {
    return await recentActions(await context.reader(), await context.scope('landscape'), model);
  } catch (error) {
    if (!(error instanceof ArchctlError) || context.world.signal.aborted) throw error;
    context.terminal.note(`The site does not show who changed the landscape: ${error.message}`);
    return undefined;
  }
}

function siteFinding({ finding, file, line }: Located): SiteFinding {
  const { severity, message, hint, rule, element } = finding;
  return {
    severity,
    message,
    rule,
    ...(hint !== undefined && { hint }),
    ...(element && { kind: element.kind, id: element.id }),
    // A site may be public, so it contains no paths of this machine.
    ...(file !== '' && { place: `${isAbsolute(file) ? basename(file) : file}:${line}` }),
  };
}
