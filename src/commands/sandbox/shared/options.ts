import { usageError } from '../../../base/errors.js';
import { isLoopbackOnly } from '../../../base/loopback.js';
import { choice, flag, number, text, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { PLANS } from '../../../contract/limits.js';
import type { ErrorStatus } from '../../../sandbox/faults.js';
import { type Seed, seedOf } from '../../../sandbox/seed/generated/spec.js';

/** `demo`, `empty`, or a landscape of a size. */
const seed = (help: string): OptionSpec<Seed> => ({
  help,
  value: 'SEED',
  fallback: 'demo',
  suggests: ['demo', 'empty', 'generated:objects='],
  meanings: {
    demo: "A ferry line's architecture",
    empty: 'An organization without a landscape',
    'generated:objects=': 'A landscape of a size: generated:objects=5000,connections=12000[,seed=7]',
  },
  parse: seedOf,
});

/** Options that `sandbox start` and `sandbox exec` share. */
export const SANDBOX_OPTIONS = {
  port: number('Port; 0 takes a free one', { integer: true, min: 0 }),
  host: text('Address to listen on beside loopback; with care', {
    value: 'ADDRESS',
    fallback: '127.0.0.1',
  }),
  allowHost: texts('Further Host header to answer to, with or without a port', { value: 'NAME' }),
  seed: seed('Data of a new sandbox'),
  plan: choice(PLANS, "The organization's plan", { fallback: 'scale' }),
  limits: choice(['off', 'real'] as const, "The service's requests a minute", { fallback: 'off' }),
  strict: flag('Refuse parameters and filters of a query that are not known'),
  uniqueNames: flag('Refuse a second model object of a name within a domain'),
  imports: choice(['each', 'all-or-nothing'] as const, 'Whether one refused entry undoes a whole import', {
    fallback: 'each',
  }),
  latency: number('Fault: milliseconds added to every answer', { value: 'MS', integer: true, min: 0 }),
  errorRate: number('Fault: share of requests answered with an error of the service, 0 to 1', {
    value: 'SHARE',
    min: 0,
  }),
  errorStatus: choice(['500', '503'] as const, 'Fault: which error that is', { fallback: '500' }),
  rateLimitRate: number('Fault: share of requests answered with 429, 0 to 1', { value: 'SHARE', min: 0 }),
  dropRate: number('Fault: share of connections dropped, 0 to 1', { value: 'SHARE', min: 0 }),
};

export interface SandboxValues {
  port: number | undefined;
  host: string | undefined;
  allowHost: string[] | undefined;
  seed: Seed | undefined;
  plan: (typeof PLANS)[number] | undefined;
  limits: 'off' | 'real' | undefined;
  strict: boolean | undefined;
  uniqueNames: boolean | undefined;
  imports: 'each' | 'all-or-nothing' | undefined;
  latency: number | undefined;
  errorRate: number | undefined;
  errorStatus: '500' | '503' | undefined;
  rateLimitRate: number | undefined;
  dropRate: number | undefined;
}

const STATUS_OF: Readonly<Record<'500' | '503', ErrorStatus>> = { '500': 500, '503': 503 };

/** What the server takes, from what was typed; a wider host is warned of. */
export function serverOptions(context: Context, values: SandboxValues) {
  for (const key of ['errorRate', 'rateLimitRate', 'dropRate'] as const) {
    if ((values[key] ?? 0) > 1) throw usageError(`A share is between 0 and 1; ${values[key]} is not.`);
  }
  if ((values.port ?? 0) > 65_535) throw usageError(`${values.port} is not a port.`);
  const { host = '127.0.0.1', allowHost: allowedHosts = [] } = values;
  if (!isLoopbackOnly(host)) {
    context.terminal.warn(
      `The sandbox listens on ${host}: everyone who reaches this machine there reaches it, and reads its keys on the way, for there is no encryption. --allow-host names the hosts it answers to beside addresses.`,
    );
  }
  return {
    host,
    allowedHosts,
    ...(values.port === undefined ? {} : { port: values.port }),
    ...(values.seed ? { seed: values.seed } : {}),
    ...(values.plan ? { plan: values.plan } : {}),
    ...(values.limits ? { limits: values.limits } : {}),
    strict: values.strict ?? false,
    uniqueNames: values.uniqueNames ?? false,
    ...(values.imports ? { imports: values.imports } : {}),
    fontDir: context.world.fontDirectory,
    warn: (message: string) => context.terminal.warn(message),
    faults: {
      ...(values.latency === undefined ? {} : { latencyMs: values.latency }),
      ...(values.errorRate === undefined ? {} : { errorRate: values.errorRate }),
      ...(values.errorStatus === undefined ? {} : { errorStatus: STATUS_OF[values.errorStatus] }),
      ...(values.rateLimitRate === undefined ? {} : { rateLimitRate: values.rateLimitRate }),
      ...(values.dropRate === undefined ? {} : { dropRate: values.dropRate }),
    },
  };
}

/** A sandbox runs or it does not: there is no request to print. */
export function refuseDryRun(context: Context): void {
  if (context.parsed.globals.dryRun) throw usageError('A sandbox has no dry run.');
}
