const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when the signal aborts, until the returned function is called. Adds one listener to a signal, however many
 * requests are in flight: Node warns of a leak from eleven on.
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (signal === undefined) return () => {};
  const known = callbacks.get(signal) ?? new Set();
  if (!callbacks.has(signal)) {
    callbacks.set(signal, known);
    const callAll = () => {
      for (const it of [...known]) it();
    };
    signal.addEventListener('abort', callAll, { once: true });
  }
  known.add(run);
  return () => void known.delete(run);
}

/**
 * A controller that aborts with any of the signals, until `unlink` is called. Replaces AbortSignal.any, each call of which
 * leaves an entry in every source signal: a leak where a source outlives the call.
 */
export function linkedController(...signals: readonly (AbortSignal | undefined)[]): {
  controller: AbortController;
  unlink: () => void;
} {
  const controller = new AbortController();
  const undo = signals.map((signal) => {
    if (signal?.aborted) controller.abort(signal.reason);
    return onAbort(signal, () => controller.abort(signal?.reason));
  });
  return {
    controller,
    unlink: () => {
      for (const it of undo) it();
    },
  };
}
