import { basename, extname } from 'node:path';
import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { choice, text } from '../../cli/command/options.js';
import { readBytes } from '../../cli/command/read-input.js';
import { THEMES } from '../../contract/enums.js';
import { signIconUpload, signOrganizationIcons } from '../../contract/resources/organization.js';

/** Pictures that are taken, by the end of the file's name. */
const TYPES: Readonly<Record<string, { type: string; contentType: string }>> = {
  '.png': { type: 'png', contentType: 'image/png' },
  '.jpg': { type: 'jpg', contentType: 'image/jpeg' },
  '.jpeg': { type: 'jpg', contentType: 'image/jpeg' },
  '.svg': { type: 'svg', contentType: 'image/svg+xml' },
};

export default command({
  summary: "Upload an icon of the organization's own technologies",
  details:
    'Prints where it can be seen for a while. Another icon under the same id takes its place. "technology icon" uploads one and gives it to a technology.',
  args: { file: { name: 'FILE', help: 'PNG, JPEG or SVG', completes: 'file' } },
  options: {
    id: text('Id of the icon', { value: 'ICON_ID', fallback: 'the name of the file' }),
    variant: choice(THEMES, 'Ground it is for', { fallback: 'light' }),
  },
  scope: ['org'],
  operation: signIconUpload,
  alsoPerforms: [signOrganizationIcons],
  examples: [
    { note: 'Under the name of the file', line: 'archctl organization icon logo.png --org ORGANIZATION_ID' },
    {
      note: 'For dark ground, under a name of its own',
      line: 'archctl organization icon logo.png --id quay --variant dark --org ORGANIZATION_ID',
    },
  ],
  related: ['technology icon', 'organization update'],
  async run(context, { args: { file }, options: { id, variant = 'light' } }) {
    const end = extname(file);
    const kind = TYPES[end.toLowerCase()];
    if (!kind) throw usageError(`${file} is no picture that is taken.`, { hint: 'Give a PNG, JPEG or SVG.' });
    const bytes = await readBytes(file, context.world, 'FILE');
    const iconId = id ?? basename(file, end);
    const organizationId = await context.scope('org');
    const client = await context.client();
    const path = { organizationId, iconVariant: variant, iconId, iconType: kind.type };
    const target = await client.call(signIconUpload, { path });
    await client.upload(target.signedUrl, bytes, { contentType: kind.contentType });
    const tree = await client.call(signOrganizationIcons, { path: { organizationId } });
    const url = `${tree.signedUrl}/${variant}/${encodeURIComponent(iconId)}.${kind.type}`;
    context.terminal.success(`The icon ${iconId} is uploaded.`);
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
