import { VERSION } from '../base/version.js';
import { command } from '../cli/command/command.js';
import { flag, text } from '../cli/command/options.js';
import { installationOf } from './upgrade/shared/installation.js';
import { latestVersion } from './upgrade/shared/npm-registry.js';
import { registrySetting } from './upgrade/shared/npm-setting.js';
import { compareVersions } from './upgrade/shared/semver.js';

export default command({
  summary: 'Tell how to get a newer archctl, and whether there is one',
  section: 'This machine',
  details:
    'Nothing is installed, and only --check asks an npm registry, the one npm is set to: archctl never looks for a newer version by itself. The question carries no key and nothing about you but the version in its user agent.',
  options: {
    check: flag('Ask the npm registry for the newest version'),
    registry: text('Registry to ask', {
      value: 'URL',
      env: 'npm_config_registry',
      fallback: 'the one npm is set to',
    }),
  },
  examples: [
    { note: 'Is there a newer one?', line: 'archctl upgrade --check' },
    { note: 'For a script', line: 'archctl upgrade --check -o json --query isOutdated' },
    { note: 'How was this one installed?', line: 'archctl upgrade' },
  ],
  related: ['doctor'],
  async run(context, { options }) {
    const { kind, command: line } = installationOf(context.world.program);
    const known = { current: VERSION, installedBy: kind, command: line };
    const columns = [
      { key: 'current', header: 'This version' },
      { key: 'latest', header: 'Newest' },
      { key: 'isOutdated', header: 'Outdated' },
      { key: 'installedBy', header: 'Installed by' },
      { key: 'command', header: 'To upgrade' },
    ];
    if (!options.check) {
      return {
        kind: 'record',
        record: known,
        columns: columns.filter(({ key }) => key in known),
        remark: '--check asks the npm registry whether there is a newer one.',
      };
    }
    const latest = await latestVersion(context, options.registry ?? (await registrySetting(context.world)));
    const order = compareVersions(VERSION, latest);
    const remark =
      order < 0
        ? `archctl ${latest} is out; this is ${VERSION}.`
        : order === 0
          ? 'This is the newest version.'
          : `This is ahead of the newest release, ${latest}.`;
    return { kind: 'record', record: { ...known, latest, isOutdated: order < 0 }, columns, remark };
  },
});
