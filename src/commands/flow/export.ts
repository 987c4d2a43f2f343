import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { choice } from '../../cli/command/options.js';
import { exportFlowCode, exportFlowMermaid, exportFlowText } from '../../contract/resources/model-export.js';
import { checkOutput } from '../shared/output/output-file.js';
import { OUT_OPTION, textOutput } from '../shared/output/text-output.js';

const OPERATIONS = { text: exportFlowText, code: exportFlowCode, mermaid: exportFlowMermaid };

export default command({
  summary: 'Export the steps of a flow as text, code or Mermaid',
  details:
    'Text is for reading; code and Mermaid are for tools that draw sequence diagrams. "diagram export --flow" makes a picture.',
  args: { flowId: { name: 'FLOW', help: 'Flow', completes: 'flow' } },
  options: {
    format: choice(['text', 'code', 'mermaid'], 'Notation', { fallback: 'text' }),
    ...OUT_OPTION,
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: exportFlowText,
  alsoPerforms: [exportFlowCode, exportFlowMermaid],
  examples: {
    'The steps as text': 'archctl flow export FLOW',
    'For a document that renders Mermaid': 'archctl flow export FLOW --format mermaid --out checkout.mmd',
  },
  related: ['flow list', 'diagram export', 'flow thumbnail'],
  async run(context, { options }) {
    checkOutput(context, options.out);
    const operation = OPERATIONS[options.format ?? 'text'];
    const client = await context.client();
    const path = await pathOf(context, operation);
    const { text } = await client.perform(operation, { path });
    return textOutput(context, String(text), options.out);
  },
});
