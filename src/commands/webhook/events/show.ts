import { command } from '../../../cli/command/command.js';
import type { Palette } from '../../../terminal/types.js';
import { nameIn } from '../../../webhooks/event-name.js';
import { readResults, type TargetResult } from '../../../webhooks/event-store/target-results.js';
import { SOURCE_OPTIONS, withEventSource } from '../shared/event-source.js';
import { eventDirectory } from '../shared/options.js';
import events from './noun.js';

export default command({
  summary: 'Show a stored event with its original headers and body',
  details: 'Lists each target and program that a listener passed the event to, with the last result.',
  args: { id: { name: 'EVENT_ID', help: 'Stored event, by id or prefix' } },
  options: SOURCE_OPTIONS,
  examples: {
    'One event': 'archctl webhook events show EVENT_ID',
    'Its body, for another program': 'archctl webhook events show EVENT_ID -o json --query body',
  },
  related: ['webhook events list', 'webhook replay'],
  async run(context, { args, options }) {
    const { headers, body, ...facts } = await withEventSource(context, options, (it) => it.get(args.id));
    const results = readResults(eventDirectory(context));
    const targets = results.of(facts.id);
    const delivery = results.stateOf(facts.id);
    const text = Buffer.from(body).toString('utf8');
    return {
      kind: 'drawing',
      data: { ...facts, delivery, targets, headers, body: text },
      draw: ({ palette, safe }) => {
        const isNamed = context.showsNames && !context.showsIds;
        const shown = {
          ...facts,
          delivery,
          ...(isNamed && { resourceId: nameIn(text) ?? facts.resourceId }),
        };
        const rows = events.columns
          .filter(({ key }) => !isNamed || key !== 'landscapeId')
          .map(
            ({ key, header }) =>
              [header ?? key, String((shown as Record<string, unknown>)[key] ?? '-')] as const,
          );
        const width = Math.max(...rows.map(([name]) => name.length));
        return [
          ...rows.map(([name, value]) => `${palette.dim(name.padEnd(width))}  ${safe(value)}`),
          ...(targets.length === 0 ? [] : ['', ...targets.map((it) => targetLine(it, palette, safe))]),
          '',
          ...headers.map(([name, value]) => `${palette.cyan(safe(name))}: ${safe(value)}`),
          '',
          ...pretty(text).split('\n').map(safe),
        ].join('\n');
      },
    };
  },
});

function targetLine(
  { kind, target, result, succeeded, attempts, text }: TargetResult,
  palette: Palette,
  safe: (text: string) => string,
): string {
  const verdict = (succeeded ? palette.green : palette.red)(`${succeeded ? '✓' : '✗'} ${result ?? '-'}`);
  const [error = ''] = succeeded ? [] : text.split('\n');
  const tries = attempts === 1 ? '' : `(attempt ${attempts})`;
  return [verdict, kind === 'program' ? '$' : '→', safe(target), tries, safe(error)]
    .filter((it) => it !== '')
    .join(' ');
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
