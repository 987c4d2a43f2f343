import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import { customFindings } from './shared/analysis/custom-findings.js';
import { MODEL_ARG } from './shared/analysis/read-model-files.js';
import { findingsOutcome } from './shared/findings/outcome.js';
import { modelPaths } from './shared/model-paths.js';

export default command({
  summary: 'Check a model against your own rules',
  details:
    'A rules file can restrict which objects may connect, and require owners, descriptions, technologies, tags, links and name patterns. It can also forbid cycles, and limit the number of connections and the nesting depth. "archctl model init --rules" writes an example, and "archctl model schema --rules" prints the JSON Schema for editors.\n\nA rule can cite the decision that it enforces ("because: ADR-0012"). Findings then show the decision. A cited decision that is missing or not accepted is a finding as well.\n\nFindings look like those of "archctl model validate" and have the rule custom/ID. They show the file and line, or the path of the element if the model is a landscape or a draft. To ignore a rule, add "ignore: [custom/ID]" to an element, or to the top of a document for the whole model. The exit code is 8 if there are errors (with --strict also for warnings), and 2 if a file cannot be read.',
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
    'Check a live landscape': 'archctl model check live --rules rules.yaml',
  },
  related: ['model validate', 'model stats', 'model init', 'model schema'],
  async run(context, { args, options }) {
    const { found, isWhole, rules } = await customFindings(context, modelPaths(context, args.model), {
      rulesPath: options.rules ?? '',
      strict: options.strict === true,
    });
    return findingsOutcome(context, found, {
      empty: 'No rule is violated.',
      isWhole,
      own: rules,
    });
  },
});
