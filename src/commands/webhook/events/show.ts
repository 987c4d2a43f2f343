import { command } from '../../../cli/command/command.js';
import { nameIn } from '../../../webhooks/event-name.js';
import { SOURCE_OPTIONS, withEventSource } from '../shared/event-source.js';
import events from './noun.js';

export default command({
  summary: 'Show a stored event with its original headers and body',
  args: { id: { name: 'EVENT_ID', help: 'Stored event, by id or prefix' } },
  options: SOURCE_OPTIONS,
  examples: {
    'One event': 'archctl webhook events show EVENT_ID',
    'Its body, for another program': 'archctl webhook events show EVENT_ID -o json --query body',
  },
  related: ['webhook events list', 'webhook replay'],
  async run(context, { args, options }) {
    const { headers, body, ...facts } = await withEventSource(context, options, (it) => it.get(args.id));
    const text = Buffer.from(body).toString('utf8');
    return {
      kind: 'drawing',
      data: { ...facts, headers, body: text },
      draw: ({ palette, safe }) => {
        const isNamed = context.showsNames && !context.showsIds;
        const shown = { ...facts, ...(isNamed && { resourceId: nameIn(text) ?? facts.resourceId }) };
        const rows = events.columns
          .filter(({ key }) => !isNamed || key !== 'landscapeId')
          .map(
            ({ key, header }) =>
              [header ?? key, String((shown as Record<string, unknown>)[key] ?? '-')] as const,
          );
        const width = Math.max(...rows.map(([name]) => name.length));
        return [
          ...rows.map(([name, value]) => `${palette.dim(name.padEnd(width))}  ${safe(value)}`),
          '',
          ...headers.map(([name, value]) => `${palette.cyan(safe(name))}: ${safe(value)}`),
          '',
          ...pretty(text).split('\n').map(safe),
        ].join('\n');
      },
    };
  },
});

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
