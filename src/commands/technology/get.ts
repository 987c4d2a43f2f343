import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { getTechnology, getTechnologyBySlug } from '../../contract/resources/technology.js';
import noun from './noun.js';
import { isId } from './shared/technology-options.js';

export default command({
  summary: 'Get a technology by its id or slug',
  args: {
    technology: {
      name: 'TECHNOLOGY',
      help: 'Id or slug, for example postgresql',
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
  { key: 'description' },
  { key: 'category' },
  { key: 'defaultSlug', header: 'Slug' },
  { key: 'websiteUrl', header: 'Web site' },
  { key: 'docsUrl', header: 'Documentation' },
  { key: 'updatesUrl', header: 'News' },
  { key: 'rejectionReason' },
  { key: 'rejectionMessage' },
  { key: 'deprecatedAt', header: 'Deprecated', kind: 'time' },
  { key: 'updatedAt', header: 'Changed', kind: 'time' },
] as const;
