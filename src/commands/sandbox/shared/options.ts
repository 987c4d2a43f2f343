import { usageError } from '../../../base/errors.js';
import { isLoopbackOnly } from '../../../base/network/loopback.js';
import { choice, flag, number, text, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { PLANS } from '../../../contract/limits.js';
import type { ErrorStatus } from '../../../sandbox/faults.js';
import type { PageProvider } from '../../../sandbox/http/page-routes.js';
import type { Sandbox } from '../../../sandbox/sandbox.js';
import { type Seed, seedOf } from '../../../sandbox/seed/generated/spec.js';

/** `demo`, `empty`, or a generated landscape of a given size. */
const seed = (help: string): OptionSpec<Seed> => ({
  help,
  value: 'SEED',
  fallback: 'demo',
  suggests: ['demo', 'empty', 'generated:objects='],
  meanings: {
    demo: 'The architecture of a ferry company',
    empty: 'An organization without a landscape',
    'generated:objects=': 'A landscape of a given size: generated:objects=5000,connections=12000[,seed=7]',
  },
  parse: seedOf,
});

export const SANDBOX_OPTIONS = {
  port: number('Port', { integer: true, min: 0, fallback: 'any free port' }),
  host: text('Additional address to listen on; exposes the sandbox to other machines', {
    value: 'ADDRESS',
    fallback: '127.0.0.1',
  }),
  allowHost: texts('Additional Host header to accept, with or without a port', { value: 'NAME' }),
  seed: seed('Initial data of a new sandbox'),
  plan: choice(PLANS, "The organization's plan", { fallback: 'scale' }),
  limits: choice(['off', 'real'] as const, "Apply the service's rate limits per minute", { fallback: 'off' }),
  strict: flag('Reject unknown query parameters and filters'),
  uniqueNames: flag('Reject a second model object with the same name under its parent'),
  imports: choice(['each', 'all-or-nothing'] as const, 'Undo only refused entries, or the whole import', {
    fallback: 'each',
  }),
  latency: number('Fault: delay of every response in milliseconds', { value: 'MS', integer: true, min: 0 }),
  errorRate: number('Fault: fraction of requests that fail with a server error, 0 to 1', {
    value: 'SHARE',
    min: 0,
  }),
  errorStatus: choice(['500', '503'] as const, 'Fault: status of these errors', { fallback: '500' }),
  rateLimitRate: number('Fault: fraction of requests that fail with 429, 0 to 1', { value: 'SHARE', min: 0 }),
  dropRate: number('Fault: fraction of connections that are dropped, 0 to 1', { value: 'SHARE', min: 0 }),
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

/** Converts options to server settings, and warns of a non-local host. */
export function serverOptions(context: Context, values: SandboxValues) {
  for (const key of ['errorRate', 'rateLimitRate', 'dropRate'] as const) {
    if ((values[key] ?? 0) > 1) throw usageError(`A fraction must be between 0 and 1; got ${values[key]}.`);
  }
  if ((values.port ?? 0) > 65_535) throw usageError(`${values.port} is not a valid port.`);
  const { host = '127.0.0.1', allowHost: allowedHosts = [] } = values;
  if (!isLoopbackOnly(host)) {
    context.terminal.warn(
      `The sandbox listens on ${host} without encryption: other machines can connect and read its keys in transit. --allow-host adds host names that it accepts.`,
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
    page: pageOf(context),
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

/** Pages for browsers. Their code is loaded with the first page. */
const pageOf =
  (context: Context) =>
  (sandbox: () => Pick<Sandbox, 'fetch' | 'adminKey'>): PageProvider => {
    const load = async () =>
      (await import('./page-provider.js')).pageReader(sandbox, context.world.pageDirectory);
    return {
      assets: async () => (await import('./page-provider.js')).pageAssets(context.world),
      readVersion: async (...version) => (await load()).readVersion(...version),
      readShared: async (...link) => (await load()).readShared(...link),
    };
  };

/** Starting or stopping a sandbox is not a request, so there is nothing to print. */
export function refuseDryRun(context: Context): void {
  if (context.parsed.globals.dryRun) throw usageError('The sandbox does not support --dry-run.');
}
