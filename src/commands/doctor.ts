import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ArchctlError, toArchctlError } from '../base/errors.js';
import { ownershipProblem } from '../base/files/private-directory.js';
import { command } from '../cli/command/command.js';
import { text } from '../cli/command/options.js';
import type { Context } from '../cli/command/spec.js';
import type { World } from '../cli/command/world.js';
import { login } from '../contract/resources/user.js';
import { describeBroker } from './shared/broker-check.js';
import { planInUse } from './shared/plan-in-use.js';
import { BROKER_OPTIONS, type BrokerGiven } from './webhook/shared/broker.js';

export default command({
  summary: 'Check configuration, connection, clock, key and plan',
  section: 'This machine',
  details: 'Exits with code 8 if a check fails. With --broker, also checks a NATS server and a stream.',
  options: {
    broker: text('Also check the stream of a NATS server', { value: 'nats://HOST/STREAM' }),
    ...BROKER_OPTIONS,
  },
  examples: {
    'Find a problem': 'archctl doctor',
    'Only failed checks, for a script': `archctl doctor -o json --query "[?status=='failed']"`,
  },
  related: ['auth status', 'profile show'],
  async run(context, { options }) {
    const items = await runChecks(context, options);
    const failed = items.filter((it) => it.status === 'failed');
    return {
      kind: 'list',
      items,
      columns: [
        { key: 'check', priority: 1 },
        { key: 'status', kind: 'status', priority: 1 },
        { key: 'message', header: 'Finding', priority: 1 },
      ],
      ...(failed.length > 0
        ? {
            failure: new ArchctlError('check', `${failed.length} of ${items.length} checks failed.`, {
              details: failed.flatMap((it) => (it.hint ? [`${it.check}: ${it.hint}`] : [])),
            }),
          }
        : {}),
    };
  },
});

const ok = (message: string): Verdict => ({ status: 'ok', message });

/** Tolerance of webhook signatures: with a larger clock difference every signature looks expired. */
const MAX_SKEW_S = 300;
const WARN_SKEW_S = 30;

async function runChecks(
  context: Context,
  given: BrokerGiven & { broker?: string | undefined },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const check = async (name: string, work: () => Verdict | Promise<Verdict>): Promise<boolean> => {
    let verdict: Verdict;
    try {
      verdict = await work();
    } catch (error) {
      const { message, facts } = toArchctlError(error);
      verdict = { status: 'failed', message, hint: facts.hint };
    }
    findings.push({ check: name, ...verdict });
    return verdict.status !== 'failed';
  };
  const skip = (name: string): void => {
    findings.push({ check: name, status: 'skipped', message: 'An earlier check failed' });
  };

  await check('Node.js', () => ok(process.version));
  await check('Certificates', () => certificates(context.world));
  const readable = await check('Configuration', () => configuration(context));
  if (!readable) skip('Account');
  const account = readable && (await check('Account', () => accountVerdict(context)));
  let serverTime: string | undefined;
  const reachable =
    account &&
    (await check('Service', async () => {
      const client = await context.client();
      const answer = await client.raw({ method: 'GET', path: 'health' });
      serverTime = answer.headers.date;
      // Any other response, such as 404, shows that the service is reachable.
      if (answer.error && answer.status >= 500) throw answer.error;
      return ok(`${client.baseUrl.origin} responds`);
    }));
  if (!account) skip('Service');
  if (!reachable) for (const name of ['Clock', 'Key', 'Plan']) skip(name);
  else {
    await check('Clock', () => clock(context, serverTime));
    await check('Key', async () => {
      const client = await context.client();
      const { user } = await client.call(login, {});
      return ok(`Accepted; signed in as ${user.name ?? user.email ?? user.id}`);
    });
    await check('Plan', async () => {
      const plan = await planInUse(context);
      return plan
        ? ok(plan)
        : { status: 'warning', message: 'Unknown', hint: 'archctl profile set plan PLAN' };
    });
  }
  const { broker } = given;
  if (broker !== undefined) {
    let limits = '';
    const isThere = await check('Broker', async () => {
      const [server, stream, ...rest] = await describeBroker(context, broker, given);
      limits = rest.join('; ');
      return ok(`${server}; stream ${stream}`);
    });
    if (isThere) await check('Limits', () => ok(limits));
    else skip('Limits');
  }
  return findings;
}

function configuration({ profiles }: Context): Verdict {
  const { profiles: all, damaged = {} } = profiles.read();
  const count = Object.keys(all).length;
  if (count === 0 && Object.keys(damaged).length === 0) return ok(`No profiles yet (${profiles.path})`);
  const open = process.platform === 'win32' ? undefined : openToOthers(profiles.path);
  if (open) return open;
  if (Object.keys(damaged).length > 0) {
    const each = Object.entries(damaged).map(([name, { problem }]) => `profile "${name}": ${problem}`);
    return {
      // Only the account in use can fail this check.
      status: 'warning',
      message: `Damaged in ${profiles.path}: ${each.join('; ')}`,
      hint: 'Repair it in that file, or remove it: archctl profile remove NAME',
    };
  }
  return ok(`${count === 1 ? 'One profile' : `${count} profiles`} in ${profiles.path}`);
}

/** Reports files that other users can read or replace. */
function openToOthers(path: string): Verdict | undefined {
  if ((statSync(path).mode & 0o077) !== 0) {
    return { status: 'failed', message: `Others can read ${path}`, hint: `chmod go-rwx ${path}` };
  }
  const fault = ownershipProblem(statSync(dirname(path)));
  if (fault === undefined) return undefined;
  // The hint does not suggest chmod: the directory may be shared by all users, such as /tmp.
  const hint = 'Set ARCHCTL_CONFIG_DIR to a directory that belongs to this user alone.';
  return { status: 'failed', message: `Cannot save keys in ${dirname(path)}: ${fault}`, hint };
}

function accountVerdict({ settings }: Context): Verdict {
  const { baseUrl } = settings.account();
  const name = settings.profileName()?.value;
  const from =
    settings.credentials()?.source === 'ARCHCTL_API_KEY' || name === undefined
      ? 'ARCHCTL_API_KEY'
      : `profile "${name}"`;
  return ok(`Key from ${from}, for ${new URL(baseUrl).origin}`);
}

function clock({ world }: Context, serverTime: string | undefined): Verdict {
  const theirs = Date.parse(serverTime ?? '');
  if (Number.isNaN(theirs)) return { status: 'skipped', message: 'The service does not send its time' };
  const skew = Math.round((world.now().getTime() - theirs) / 1000);
  const message =
    // The Date header has a resolution of one second.
    Math.abs(skew) <= 2
      ? 'Matches the service'
      : `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service`;
  if (Math.abs(skew) > MAX_SKEW_S)
    return { status: 'failed', message, hint: 'Set the clock; otherwise webhook signatures are rejected.' };
  return { status: Math.abs(skew) > WARN_SKEW_S ? 'warning' : 'ok', message };
}

/**
 * Certificate settings of the environment and their effect: additional authorities count, a disabled check is a
 * problem.
 */
function certificates({ env }: Pick<World, 'env'>): Verdict {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    return {
      status: 'warning',
      message: 'Enabled: NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored',
      hint: 'Unset it, and set NODE_EXTRA_CA_CERTS to the certificate authority.',
    };
  }
  const file = env.NODE_EXTRA_CA_CERTS;
  if (!file) return { status: 'ok', message: "Verified with Node's certificate authorities" };
  if (holdsCertificate(file)) {
    return { status: 'ok', message: `Verified with Node's certificate authorities and those of ${file}` };
  }
  return {
    status: 'warning',
    message: `NODE_EXTRA_CA_CERTS is set to ${file}, which contains no readable certificate`,
    hint: 'Set it to the path of a PEM file.',
  };
}

/** Node reads the file at startup, and ignores it if it is missing. */
function holdsCertificate(file: string): boolean {
  try {
    return readFileSync(file, 'latin1').includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}

interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  message: string;
  hint?: string | undefined;
}

/** Result of a check, without its name. */
type Verdict = Omit<Finding, 'check'>;
