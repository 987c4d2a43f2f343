import { VERSION } from '../base/version.js';
import { command } from '../cli/command/command.js';
import { flag, text } from '../cli/command/options.js';
import { installationOf } from './upgrade/shared/installation.js';
import { latestVersion, registrySetting } from './upgrade/shared/npm-registry.js';
import { compareVersions } from './upgrade/shared/semver.js';

export default command({
  summary: 'Show how to upgrade archctl and check for a new version',
  section: 'This machine',
  details:
    'Installs nothing. Only --check contacts an npm registry, the one that npm uses. No other command checks for updates. The request contains no key, and nothing but the version in its user agent.',
  options: {
    check: flag('Check the npm registry for the newest version'),
    registry: text('Registry to check', {
      value: 'URL',
      env: 'npm_config_registry',
      fallback: 'the registry that npm uses',
    }),
  },
  examples: {
    'Check for a newer version': 'archctl upgrade --check',
    'For a script': 'archctl upgrade --check -o json --query isOutdated',
    'How this copy was installed': 'archctl upgrade',
  },
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
        remark: '--check asks the npm registry whether a newer version exists.',
      };
    }
    const latest = await latestVersion(context, options.registry ?? (await registrySetting(context.world)));
    const order = compareVersions(VERSION, latest);
    const remark =
      order < 0
        ? `archctl ${latest} is available; this is ${VERSION}.`
        : order === 0
          ? 'This is the newest version.'
          : `This version is newer than the latest release, ${latest}.`;
    return { kind: 'record', record: { ...known, latest, isOutdated: order < 0 }, columns, remark };
  },
});
