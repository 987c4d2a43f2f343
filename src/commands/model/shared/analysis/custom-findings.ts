import type { Context } from '../../../../cli/command/spec.js';
import { citationRules } from '../../../../model/analysis/rules/citations.js';
import type { Finding } from '../../../../model/document/finding.js';
import type { ReadModel, SourceFile } from '../../../../model/document/read.js';
import type { Rule } from '../../../../model/validate/rule.js';
import { check } from '../../../../model/validate/validate.js';
import { type Located, locate, locateByPath } from '../findings/located.js';
import { readLocked } from '../lock.js';
import { filesOf, oneSide, readPaths } from '../sides.js';
import { elementPath } from './element-path.js';
import { isOneElsewhere } from './read-model-files.js';
import { readRulesFile } from './rules-file.js';

/** Findings of a rules file about a model. */
export interface CustomFindings {
  found: Located[];
  /** Whether all files could be read. */
  isWhole: boolean;
  rules: readonly Rule[];
}

/**
 * Checks files, or a landscape, draft or commit, against a rules file. Errors: `usage` for an invalid rules file, with
 * the location; those of reading the model.
 */
export async function customFindings(
  context: Context,
  paths: readonly string[],
  { rulesPath, strict = false }: { rulesPath: string; strict?: boolean },
): Promise<CustomFindings> {
  const { file, own, citations } = await readRulesFile(context, rulesPath);
  const { files, read } = await readModelAt(context, paths, citations.length > 0);
  const rules = [...citationRules(citations), ...own];
  const findings = check(files, read, rules, { strict });
  const isOfRules = ({ place }: Finding): boolean => place?.file === file.path;
  const found =
    files.length > 0
      ? locate(findings, [...files, file])
      : [
          ...locateByPath(
            findings.filter((it) => !isOfRules(it)),
            ({ element }) => elementPath(read.model, element),
          ),
          ...locateByPath(findings.filter(isOfRules), () => file.path),
        ];
  return { found, isWhole: read.isWhole, rules };
}

/** The model, with its files if it was read from any. */
async function readModelAt(
  context: Context,
  paths: readonly string[],
  needsDecisions: boolean,
): Promise<{ files: readonly SourceFile[]; read: ReadModel }> {
  const [first = ''] = paths;
  const files = isOneElsewhere(paths) ? await filesOf(context, first) : await readPaths(context, paths);
  if (files) return { files, read: await readLocked(context, files, !isOneElsewhere(paths)) };
  const model = await oneSide(context, [first], false, needsDecisions);
  return { files: [], read: { model, findings: [], isWhole: true, ignored: [] } };
}
