import type { JsonObject } from '../../base/json/json-object.js';
import { z } from '../schema.js';
import { tool } from '../tool.js';
import { source } from './inputs.js';

export default tool({
  name: 'check',
  title: 'Validate and check a model',
  description:
    'Validates model files against the rules of the service, and checks files or landscape against the rules file of the server. Returns findings with location and hint; errors first.',
  input: z.object({ source }),
  async run(workspace, { source: from }) {
    const rank = ({ severity }: JsonObject): number => ['error', 'warning'].indexOf(String(severity)) >>> 0;
    const findings = [...(await workspace.findings(from))].sort((a, b) => rank(a) - rank(b));
    const counts: Record<string, number> = {};
    for (const { severity } of findings) counts[String(severity)] = (counts[String(severity)] ?? 0) + 1;
    return { kind: 'list', items: findings, facts: { source: from ?? workspace.sources[0], counts } };
  },
});
