import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { detailsOf } from '../../cli/command/family/fields.js';
import { getTechnology, getTechnologyBySlug, technologyFacts } from '../../contract/resources/technology.js';
import noun from './noun.js';
import { isId } from './shared/technology-options.js';

export default command({
  summary: 'Get a technology by its id or slug',
  args: {
    technology: {
      name: 'TECHNOLOGY',
      help: 'Technology, by id or slug such as postgresql',
      completes: 'technology',
      orAsTyped: true,
    },
  },
  options: {},
  scope: [],
  operation: getTechnology,
  alsoPerforms: [getTechnologyBySlug],
  examples: {
    'By its slug': 'archctl technology get postgresql',
    'The URL of its documentation': 'archctl technology get TECHNOLOGY --query docsUrl',
  },
  related: ['technology select', 'technology list'],
  async run(context, { args: { technology } }) {
    const client = await context.client();
    const bySlug = () => client.call(getTechnologyBySlug, { path: { catalogTechnologySlug: technology } });
    const byId = () => client.call(getTechnology, { path: { catalogTechnologyId: technology } });
    // A slug of at least twenty letters and digits looks like an id.
    const { catalogTechnology } = await (isId(technology)
      ? byId().catch((error: unknown) => {
          if (!isMissing(error) || /[A-Z]/.test(technology)) throw error;
          return bySlug();
        })
      : bySlug());
    return { kind: 'record', record: catalogTechnology, columns: [...noun.columns, ...DETAILS] };
  },
});

const isMissing = (error: unknown): boolean => error instanceof ArchctlError && error.kind === 'not-found';

const DETAILS = [
  ...detailsOf(technologyFacts),
  { key: 'updatedAt', header: 'Changed', kind: 'time' },
] as const;
