import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { readBytes } from '../../cli/command/input/read-input.js';
import { choice, identifier } from '../../cli/command/options.js';
import { THEMES } from '../../contract/enums.js';
import { createIconUrl } from '../../contract/resources/catalog.js';
import { updateTechnology } from '../../contract/resources/technology.js';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

export default command({
  summary: 'Upload an icon and assign it to a technology',
  details: 'Without --technology, prints the URL of the icon.',
  args: { file: { name: 'FILE', help: 'PNG file; - for stdin', completes: 'file' } },
  options: {
    technology: identifier('Technology of the organization that gets the icon', { completes: 'technology' }),
    theme: choice(THEMES, 'Only for this background'),
  },
  scope: ['org'],
  operation: createIconUrl,
  examples: {
    'For a technology of your own':
      'archctl technology icon logo.png --technology OWN_TECHNOLOGY --org ORGANIZATION',
    'Print its URL': 'archctl technology icon logo.png --query url',
  },
  related: ['technology create', 'technology update'],
  async run(context, { args: { file }, options: { technology, theme } }) {
    const bytes = await readBytes(file, context.world, 'FILE');
    if (!bytes.subarray(0, PNG.length).equals(PNG)) throw usageError(`${file} is not a PNG file.`);
    if (theme && technology === undefined) throw usageError('--theme requires --technology.');
    const client = await context.client();
    const { signedUrl } = await client.call(createIconUrl, {});
    await client.upload(signedUrl, bytes, { contentType: 'image/png' });
    const url = signedUrl.replace(/\?.*$/, '');
    if (technology !== undefined) {
      const themes = theme ? [theme] : THEMES;
      const organizationId = await context.scope('org');
      const path = { organizationId, catalogTechnologyId: technology };
      await client.call(updateTechnology, {
        path,
        body: {
          ...(themes.includes('light') && { iconUrlLight: url }),
          ...(themes.includes('dark') && { iconUrlDark: url }),
        },
      });
      context.terminal.success(
        `Assigned the icon to the technology ${displayName(context, { id: technology })}.`,
      );
    }
    return {
      kind: 'record',
      record: { url, bytes: bytes.byteLength },
      columns: [{ key: 'url' }, { key: 'bytes', kind: 'number' }],
    };
  },
});
