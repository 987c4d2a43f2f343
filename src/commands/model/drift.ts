import { ArchctlError } from '../../base/errors.js';
import { pluralize } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { dashed } from '../../contract/doc.js';
import type { FieldChange } from '../../model/compare/diff.js';
import { linesOf } from '../../model/compare/lines.js';
import { MODEL_KINDS } from '../../model/document/kinds.js';
import type { Named, Plan } from '../../model/plan/plan-types.js';
import type { LineContext, Palette } from '../../terminal/types.js';
import { fieldLine } from './shared/diff-text.js';
import { documentOf } from './shared/document.js';
import { holderInWords, holderOf } from './shared/lease.js';
import { planNow } from './shared/planning.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Report differences between a landscape and its model files',
  details:
    'Lists elements that were changed, field by field, added to, or removed from the landscape. Elements that another namespace owns are not drift. An element that no namespace owns is drift if it is inside an element of the document, or if a pull adopted it. A label that "archctl model apply" would set is not drift. Suitable for a scheduled job in CI: the exit code is 0 if there is no drift and 8 if there is. While an apply is running on this machine, drift is not checked, and the exit code is 0. Makes no changes.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {},
  scope: ['landscape'],
  examples: [
    { note: 'In a scheduled CI job', line: 'archctl model drift models --landscape LANDSCAPE_ID' },
    { note: 'As data', line: 'archctl model drift models --landscape LANDSCAPE_ID -o json' },
  ],
  related: ['model plan', 'model diff'],
  async run(context, { args }) {
    const files = await readSources(context, args.files);
    const document = documentOf(context, files);
    const holder = holderOf(context.stateDirectory, await context.scope('landscape'));
    if (holder)
      return { kind: 'nothing', remark: `${holderInWords(holder)} Drift is not checked until it ends.` };
    const plan = await planNow(context, document.model, { prune: 'none' }, files);
    const items = driftOf(plan);
    const words = STATES.flatMap((state) => {
      const count = items.filter((it) => it.state === state).length;
      return count === 0 ? [] : [`${count} ${state}`];
    });
    const same = plan.same + plan.steps.filter(({ does }) => does === 'adopt').length;
    const title = `"${plan.landscape.name}": ${[`${same} unchanged`, ...words].join(', ')}`;
    const failure = { failure: new ArchctlError('check', `The landscape has drifted: ${words.join(', ')}.`) };
    return {
      kind: 'drawing',
      data: { landscape: plan.landscape.name, asWritten: same, drift: items.map(told) },
      draw: (line) => drawDrift(title, items, line),
      ...(items.length > 0 && failure),
    };
  },
});

const STATES = ['changed', 'new', 'gone'] as const;

interface Drift extends Named {
  state: (typeof STATES)[number];
  /** Differences from the document to the landscape. */
  fields: readonly FieldChange[];
}

const told = ({ state, kind, id, name, fields }: Drift) => ({ state, kind: dashed(kind), id, name, fields });

/** Reverses a plan: elements that it would change have changed, and elements that it would create are gone. */
function driftOf({ steps, left }: Plan): Drift[] {
  const changed = new Map<string, Drift>();
  for (const { does, kind, id, name, fields } of steps) {
    if (does === 'adopt' || does === 'free-name') continue;
    const key = `${kind} ${id}`;
    const turned = fields.map(({ field, from, to }) => ({
      field,
      ...(to !== undefined && { from: to }),
      ...(from !== undefined && { to: from }),
    }));
    const known = changed.get(key)?.fields ?? [];
    changed.set(key, {
      state: does === 'create' ? 'gone' : 'changed',
      kind,
      id,
      name,
      fields: [...known, ...turned],
    });
  }
  const made = left
    .filter(({ isNew }) => isNew)
    .map(({ kind, id, name }): Drift => ({ state: 'new', kind, id, name, fields: [] }));
  return [...changed.values(), ...made];
}

function drawDrift(title: string, items: readonly Drift[], line: LineContext): string {
  const { palette, safe } = line;
  const marks: Record<Drift['state'], readonly [string, keyof Palette]> = {
    changed: ['~', 'yellow'],
    new: ['+', 'green'],
    gone: ['-', 'red'],
  };
  const sections = STATES.flatMap((state) => {
    const own = items.filter((it) => it.state === state);
    if (own.length === 0) return [];
    const [mark, paint] = marks[state];
    return [
      '',
      palette.bold(pluralize(own.length, `${state} element`)),
      ...own.flatMap(({ kind, id, name, fields }) => [
        `  ${palette[paint](`${mark} ${MODEL_KINDS[kind].noun} ${safe(name)}`)}${id === name ? '' : `  ${palette.dim(safe(id))}`}`,
        ...linesOf({ kind, id, name, change: 'changed', fields }).map((it) => fieldLine(it, line)),
      ]),
    ];
  });
  return [palette.bold(safe(title)), ...sections].join('\n');
}
