import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { suggestBrand, suggestInformation } from '../../contract/resources/catalog.js';

export default command({
  summary: 'Suggest details of a technology from its web site',
  details: 'Suggests name, type, URLs, brand colours and logos if they can be found.',
  args: { url: { name: 'URL', help: 'Web site' } },
  options: {},
  scope: [],
  operation: suggestInformation,
  alsoPerforms: [suggestBrand],
  examples: {
    'Before you add it': 'archctl technology suggest https://www.postgresql.org/',
    'Its colours': 'archctl technology suggest https://www.postgresql.org/ --query "brand.colors[].hex"',
  },
  related: ['technology create', 'technology icon'],
  async run(context, { args: { url } }) {
    const client = await context.client();
    const { catalogSuggestionInformation } = await client.call(suggestInformation, { query: { url } });
    const brand = await client.call(suggestBrand, { query: { url } }).then(
      ({ catalogSuggestionBrand }) => catalogSuggestionBrand,
      (error: unknown) => {
        // Most sites do not belong to a known brand.
        if (error instanceof ArchctlError && error.kind === 'not-found') return null;
        throw error;
      },
    );
    return {
      kind: 'record',
      record: { ...catalogSuggestionInformation, brand },
      columns: [
        { key: 'name' },
        { key: 'nameShort' },
        { key: 'type' },
        { key: 'description' },
        { key: 'docsUrl', header: 'Documentation' },
        { key: 'updatesUrl', header: 'News' },
        { key: 'githubUrl', header: 'Sources' },
        { key: 'brand.colors', header: 'Colours', kind: 'list', value: colorsOf },
        { key: 'brand.logos', header: 'Logos', kind: 'list', value: logosOf },
      ],
    };
  },
});

interface Suggested {
  brand: { colors: readonly { hex: string }[]; logos: readonly { formats: readonly object[] }[] } | null;
}

const colorsOf = ({ brand }: Suggested): string[] => brand?.colors.map(({ hex }) => hex) ?? [];

const logosOf = ({ brand }: Suggested): string[] =>
  brand?.logos.flatMap(({ formats }) => formats.flatMap((it) => ('src' in it ? String(it.src) : []))) ?? [];
