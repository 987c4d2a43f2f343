import { basename, extname } from 'node:path';
import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { readBytes } from '../../cli/command/input/read-input.js';
import { choice, text } from '../../cli/command/options.js';
import { THEMES } from '../../contract/enums.js';
import { signIconUpload, signOrganizationIcons } from '../../contract/resources/organization.js';

/** Accepted picture types by file extension. */
const TYPES: Readonly<Record<string, { type: string; contentType: string }>> = {
  '.png': { type: 'png', contentType: 'image/png' },
  '.jpg': { type: 'jpg', contentType: 'image/jpeg' },
  '.jpeg': { type: 'jpg', contentType: 'image/jpeg' },
  '.svg': { type: 'svg', contentType: 'image/svg+xml' },
};

export default command({
  summary: 'Upload an icon for technologies of the organization',
  details:
    'Prints a URL where the icon is visible for a while. Another upload with the same id replaces it. "technology icon" uploads an icon and assigns it to a technology.',
  args: { file: { name: 'FILE', help: 'PNG, JPEG or SVG', completes: 'file' } },
  options: {
    id: text('Id of the icon', { value: 'ICON_ID', fallback: 'the file name' }),
    variant: choice(THEMES, 'Background that the icon is for', { fallback: 'light' }),
  },
  scope: ['org'],
  operation: signIconUpload,
  alsoPerforms: [signOrganizationIcons],
  examples: {
    'With the file name as its id': 'archctl organization icon logo.png --org ORGANIZATION',
    'For dark backgrounds, with an id of its own':
      'archctl organization icon logo.png --id quay --variant dark --org ORGANIZATION',
  },
  related: ['technology icon', 'organization update'],
  async run(context, { args: { file }, options: { id, variant = 'light' } }) {
    const end = extname(file);
    const kind = TYPES[end.toLowerCase()];
    if (!kind) throw usageError(`${file} is not a supported picture.`, { hint: 'Use PNG, JPEG or SVG.' });
    const bytes = await readBytes(file, context.world, 'FILE');
    const iconId = id ?? basename(file, end);
    const organizationId = await context.scope('org');
    const client = await context.client();
    const path = { organizationId, iconVariant: variant, iconId, iconType: kind.type };
    const target = await client.call(signIconUpload, { path });
    await client.upload(target.signedUrl, bytes, { contentType: kind.contentType });
    const tree = await client.call(signOrganizationIcons, { path: { organizationId } });
    const url = `${tree.signedUrl}/${variant}/${encodeURIComponent(iconId)}.${kind.type}`;
    context.terminal.success(`Uploaded the icon ${iconId}.`);
    return {
      kind: 'record',
      record: { id: iconId, variant, url, bytes: bytes.byteLength },
      columns: [
        { key: 'id', kind: 'id' },
        { key: 'variant' },
        { key: 'url', header: 'URL' },
        { key: 'bytes', kind: 'number' },
      ],
    };
  },
});
