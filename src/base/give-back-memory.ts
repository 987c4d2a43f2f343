/** Runs a full garbage collection. Call it between two large allocations. Takes about 0.1 s. */
export async function collectGarbage(): Promise<void> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([
    import('node:v8'),
    import('node:vm'),
  ]);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}

/** V8 flag that sets the growth of the heap between two full collections; 0 is the default, up to fourfold. */
const GROWTH_FLAG = '--heap-growing-percent';
const GROWTH_PERCENT = 20;
/** The last major version of Node on which the flag was checked. V8 reports unknown flags on stderr. */
const LAST_MAJOR = 24;

let isLimited = false;

/**
 * Limits the garbage that V8 keeps to a fifth of the live memory, for the rest of the run. Costs CPU time, so call it only
 * for large inputs.
 */
export async function limitGarbage(): Promise<void> {
  if (isLimited || Number.parseInt(process.versions.node, 10) > LAST_MAJOR) return;
  isLimited = true;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString(`${GROWTH_FLAG}=${GROWTH_PERCENT}`);
  // V8 rejects cached code that was written under other flags, and the compile cache is written at the end.
  process.prependOnceListener('exit', () => setFlagsFromString(`${GROWTH_FLAG}=0`));
}
