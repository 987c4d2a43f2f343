import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { withFilter } from '../../cli/command/filter/filter.js';
import { queryOf, refuseClashes } from '../../cli/command/input/request-parts.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { identifier, identifiers } from '../../cli/command/options.js';
import type { AnyCommand, Context } from '../../cli/command/spec.js';
import { MAX_LIST_BYTES } from '../../client/send/limits.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import family from './family.js';
import noun from './noun.js';

const { list } = family;

/** Filters by either end. The service has no such filter, so `endsOf` turns them into several requests. */
const EITHER_END = {
  object: identifier('Only connections from or to this object', { completes: 'object' }),
  between: {
    ...identifiers('Only connections between these two objects, in both directions', {
      value: 'A B',
      values: 2,
      completes: 'object',
    }),
    repeatable: false,
  },
};

type Ends = Readonly<Record<'originId' | 'targetId', readonly string[]>>;

/** Fields of a connection that the filters use. */
interface Line {
  id: string;
  originId: string;
  targetId: string;
}

const command: AnyCommand = {
  ...list,
  options: { ...EITHER_END, ...list.options },
  related: ['object dependencies', ...(list.related ?? [])],
  run(context, input) {
    const asked = endsOf(context);
    return asked === undefined ? list.run(context, input) : byEnds(context, asked);
  },
};

export default command;

/** Filters of the requests, one per list; undefined if no end is filtered. Errors: `usage`. */
function endsOf({ parsed }: Context): Partial<Ends>[] | undefined {
  const { object, between, origin, target } = parsed.options;
  if (object === undefined && between === undefined) return undefined;
  const others = [object, between, origin, target].filter((it) => it !== undefined);
  if (others.length > 1)
    throw usageError('--object, --between, and --origin with --target cannot be combined.');
  if (typeof object === 'string') return [{ originId: [object] }, { targetId: [object] }];
  const both = Array.isArray(between) ? between.map(String) : [];
  return [{ originId: both, targetId: both }];
}

/** Connections of these lists without duplicates, up to `--limit`. */
async function byEnds(context: Context, asked: readonly Partial<Ends>[]) {
  const { limit = Number.POSITIVE_INFINITY, filter: given, options } = context.parsed;
  refuseClashes(context, list.options);
  const path = await pathOf(context, modelConnections.list);
  const query = withFilter(modelConnections.list, queryOf(context, list.options), given);
  const filter = isObject(query.filter) ? query.filter : {};
  if ('originId' in filter || 'targetId' in filter)
    throw usageError('--object and --between cannot be combined with a --filter on originId or targetId.');
  const client = await context.client();
  const lists = await Promise.all(
    asked.map(async (ends) => {
      const input = { path, query: { ...query, filter: { ...filter, ...ends } } };
      const found: Line[] = [];
      for await (const item of client.performPages(modelConnections.list, input, {
        maxBytes: MAX_LIST_BYTES,
      }))
        found.push(item as Line);
      return found;
    }),
  );
  // A connection from an object to itself is not between two objects.
  const isBetween = ({ originId, targetId }: Line): boolean =>
    options.between === undefined || originId !== targetId;
  const items = [...new Map(lists.flat().map((it) => [it.id, it])).values()].filter(isBetween);
  return {
    kind: 'list' as const,
    items: items.slice(0, limit),
    columns: noun.columns,
    empty: 'No model connections.',
    ...(items.length > limit && { remark: `Showing the first ${limit}; --limit shows more.` }),
  };
}
