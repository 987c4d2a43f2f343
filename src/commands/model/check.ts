import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { citationRules } from '../../model/ask/rules/citations.js';
import type { Finding } from '../../model/document/finding.js';
import type { ReadModel, SourceFile } from '../../model/document/read.js';
import { check } from '../../model/validate/validate.js';
import { pathIn } from './shared/ask/path-in.js';
import { isOneElsewhere, MODEL_ARG } from './shared/ask/read-model-files.js';
import { rulesIn } from './shared/ask/rules-file.js';
import { locate, locateByPath } from './shared/findings/located.js';
import { findingsOutcome } from './shared/findings/outcome.js';
import { readLocked } from './shared/lock.js';
import { filesOf, oneSide } from './shared/sides.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Check a model against your own rules',
  details:
    'A rules file can restrict which objects may connect, and require owners, descriptions, technologies, tags, links and name patterns. It can also forbid cycles and limit the number of connections and the nesting depth. A rule can cite the decision that it enforces ("because: ADR-0012"); findings then show it, and a decision that is missing or not accepted is a finding. "archctl model init --rules" writes an example, and "archctl model schema --rules" prints the JSON Schema for editors.\n\nFindings look like those of "archctl model validate" and have the rule custom/ID. They show the file and line, or the path of the element if the model is a landscape or a draft. To ignore a rule, add "ignore: [custom/ID]" to an element, or to the top of a document for the whole model. The exit code is 8 if there are errors (with --strict also for warnings), and 2 if a file cannot be read.',
  args: { model: MODEL_ARG },
  options: {
    rules: text('Rules file', { value: 'FILE', completes: 'file', required: true }),
    strict: flag('Treat warnings as errors'),
  },
  scope: ['landscape'],
  formats: ['sarif', 'github'],
  examples: {
    Files: 'archctl model check models --rules rules.yaml',
    'Annotate a pull request': 'archctl model check models --rules rules.yaml -o github',
    'Check a live landscape': 'archctl model check live --rules rules.yaml --landscape LANDSCAPE_ID',
  },
  related: ['model validate', 'model stats', 'model init', 'model schema'],
  async run(context, { args, options }) {
    const { file, own, citations } = await rulesIn(context, options.rules ?? '');
    const { files, read } = await readAsked(context, args.model, citations.length > 0);
    const rules = [...citationRules(citations), ...own];
    const findings = check(files, read, rules, { strict: options.strict === true });
    const isOfRules = ({ place }: Finding): boolean => place?.file === file.path;
    const found =
      files.length > 0
        ? locate(findings, [...files, file])
        : [
            ...locateByPath(
              findings.filter((it) => !isOfRules(it)),
              ({ element }) => pathIn(read.model, element),
            ),
            ...locateByPath(findings.filter(isOfRules), () => file.path),
          ];
    return findingsOutcome(context, found, {
      empty: 'No rule is violated.',
      isWhole: read.isWhole,
      own: rules,
    });
  },
});

/** The model, with its files if it was read from any. */
async function readAsked(
  context: Context,
  paths: readonly string[],
  needsDecisions: boolean,
): Promise<{ files: readonly SourceFile[]; read: ReadModel }> {
  const [first = ''] = paths;
  const files = isOneElsewhere(paths) ? await filesOf(context, first) : await readSources(context, paths);
  if (files) return { files, read: await readLocked(context, files, !isOneElsewhere(paths)) };
  const model = await oneSide(context, [first], false, needsDecisions);
  return { files: [], read: { model, findings: [], isWhole: true, ignored: [] } };
}
