import { readFileText, readStdin } from '../../../../cli/command/input/read-input.js';
import type { Context } from '../../../../cli/command/spec.js';
import { customRules } from '../../../../model/analysis/rules/custom-rules.js';
import { type Citation, readRules } from '../../../../model/analysis/rules/read-rules.js';
import type { SourceFile } from '../../../../model/document/read.js';
import type { Rule } from '../../../../model/validate/rule.js';
import { refuseFaults } from '../findings/refuse.js';
import { STDIN } from '../sources.js';

/** Errors: `usage` for an invalid rules file, with the location. */
export async function readRulesFile(
  { world }: Context,
  path: string,
): Promise<{ file: SourceFile; own: Rule[]; citations: Citation[] }> {
  const text = path === '-' ? await readStdin(world, '--rules') : readFileText(path, world, '--rules');
  const file = { path: path === '-' ? STDIN : path, text };
  const { rules, citations, findings } = readRules(file);
  const hint = 'Print the schema of rules files with "archctl model schema --rules".';
  refuseFaults(findings, [file], `Option --rules: ${path} is not a valid rules file.`, hint);
  return { file, own: customRules(rules), citations };
}
