import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { readFileText, readStdin } from '../../cli/command/read-input.js';
import type { Context } from '../../cli/command/spec.js';
import { customRules } from '../../model/ask/rules/custom-rules.js';
import { readRules } from '../../model/ask/rules/read-rules.js';
import { type ReadModel, readModel, type SourceFile } from '../../model/document/read.js';
import type { Rule } from '../../model/validate/rule.js';
import { check } from '../../model/validate/validate.js';
import { isOneElsewhere, MODEL_ARG } from './shared/ask/asked-model.js';
import { pathIn } from './shared/ask/path-in.js';
import { locate, locateByPath } from './shared/findings/located.js';
import { findingsOutcome } from './shared/findings/outcome.js';
import { filesOf, oneSide, refuseFaults } from './shared/sides.js';
import { readSources, STDIN } from './shared/sources.js';

export default command({
  summary: "Check a model by an organization's own rules",
  details:
    'Who may use whom, what must have an owner, a description, a technology, a tag or a link, how names are written, what may not go round in circles, how many connections an object may have, and how deep it may stand: a file of rules says it in a few lines each. "archctl model init --rules" writes one to start from, and "archctl model schema --rules" the JSON Schema that editors complete it by.\n\nFindings are those of "archctl model validate", told as custom/ID with their place; of a landscape or a draft they tell the path of what they are about. "ignore: [custom/ID]" silences a rule, at an element for that element and at the top of a document for all. Ends with exit code 8 where there are errors, with --strict also where there are warnings, and with 2 where a file cannot be read.',
  args: { model: MODEL_ARG },
  options: {
    rules: text('The rules, in one file', { value: 'FILE', completes: 'file', required: true }),
    strict: flag('Warnings count as errors'),
  },
  scope: ['landscape'],
  formats: ['sarif', 'github'],
  examples: [
    { note: 'Files', line: 'archctl model check models --rules rules.yaml' },
    {
      note: 'As annotations of a pull request',
      line: 'archctl model check models --rules rules.yaml -o github',
    },
    {
      note: 'A landscape as it is',
      line: 'archctl model check live --rules rules.yaml --landscape LANDSCAPE_ID',
    },
  ],
  related: ['model validate', 'model stats', 'model init', 'model schema'],
  async run(context, { args, options }) {
    const own = await rulesIn(context, options.rules ?? '');
    const { files, read } = await readAsked(context, args.model);
    const findings = check(files, read, own, { strict: options.strict === true });
    const found =
      files.length > 0
        ? locate(findings, files)
        : locateByPath(findings, ({ element }) => pathIn(read.model, element));
    return findingsOutcome(context, found, {
      empty: 'No rule is broken.',
      isWhole: read.isWhole,
      own,
    });
  },
});

/** Errors: `usage` for a file that is none of rules, with where that is. */
async function rulesIn({ world }: Context, path: string): Promise<Rule[]> {
  const text = path === '-' ? await readStdin(world, '--rules') : readFileText(path, world, '--rules');
  const file = { path: path === '-' ? STDIN : path, text };
  const { rules, findings } = readRules(file);
  const hint = '"archctl model schema --rules" is what may stand in it.';
  refuseFaults(findings, [file], `Option --rules: ${path} has faults.`, hint);
  return customRules(rules);
}

/** The model, with its files where it is written in any. */
async function readAsked(
  context: Context,
  paths: readonly string[],
): Promise<{ files: readonly SourceFile[]; read: ReadModel }> {
  const [first = ''] = paths;
  const files = isOneElsewhere(paths) ? await filesOf(context, first) : await readSources(context, paths);
  if (files) return { files, read: readModel(files) };
  const model = await oneSide(context, [first], false);
  return { files: [], read: { model, findings: [], isWhole: true, ignored: [] } };
}
