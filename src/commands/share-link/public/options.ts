import { command } from '../../../cli/command/command.js';
import { getPublicOptions } from '../../../contract/resources/share-link-public.js';
import noun from '../options/noun.js';
import { PASSWORD_OPTIONS, SHORT_ID, visitorHeaders } from '../shared/visit.js';

export default command({
  summary: 'Get the initial view of a share link, as a visitor',
  args: { ...SHORT_ID, optionsShortId: { name: 'OPTIONS_ID', help: 'Short id of the options' } },
  options: PASSWORD_OPTIONS,
  operation: getPublicOptions,
  examples: {
    'The options of a link': 'archctl share-link public options SHORT_ID OPTIONS_ID',
    'With all fields': 'archctl share-link public options SHORT_ID OPTIONS_ID -o yaml',
  },
  related: ['share-link options get', 'share-link public landscape'],
  async run(context, { args }) {
    const headers = await visitorHeaders(context);
    const client = await context.client();
    const { shareLinkOptions } = await client.call(getPublicOptions, { path: { ...args }, headers });
    return { kind: 'record', record: shareLinkOptions, columns: noun.columns ?? [] };
  },
});
