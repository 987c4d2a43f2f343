import { LAYOUT_FILE } from '../../site/addresses.js';
import type { Exploration } from '../../site/explore.js';
import type { SiteData } from '../../site/types.js';
import { loadScript } from '../drawings.js';
import type { ExploreResult, WorkerAnswer, WorkerRequest } from './worker.js';

/** ExploreResult pictures, laid out in a worker. The worker and its layout engine are loaded on first use. */

interface Pending {
  resolve(result: ExploreResult): void;
  reject(error: Error): void;
}

let receiveProgram: (text: string) => void = () => {};
let worker: Promise<Worker> | undefined;
const pending = new Map<number, Pending>();
let lastId = 0;
/** Data that the worker has. */
let sent: SiteData | undefined;

/** Called by the script with the program of the worker. */
export const receiveWorker = (text: string): void => receiveProgram(text);

/** Lays out an exploration. Rejects if the worker cannot be loaded, or fails. */
export async function layOutExploration(data: SiteData, request: Exploration): Promise<ExploreResult> {
  worker ??= startWorker();
  const started = await worker.catch((error: Error) => {
    worker = undefined;
    throw error;
  });
  const send = (message: WorkerRequest) => started.postMessage(message);
  if (sent !== data) {
    const { objects, connections } = data;
    send({ data: { objects, connections } });
    sent = data;
  }
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    send({ id, request });
  });
}

async function startWorker(): Promise<Worker> {
  const program = new Promise<string>((resolve) => {
    receiveProgram = resolve;
  });
  await loadScript(LAYOUT_FILE, 0);
  const packed = Uint8Array.from(atob(await program), (letter) => letter.charCodeAt(0));
  const source = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const address = URL.createObjectURL(
    new Blob([await new Response(source).arrayBuffer()], { type: 'text/javascript' }),
  );
  const started = new Worker(address);
  started.addEventListener('message', ({ data: answer }: MessageEvent<WorkerAnswer>) => {
    const request = pending.get(answer.id);
    pending.delete(answer.id);
    if ('error' in answer) request?.reject(new Error(answer.error));
    else request?.resolve(answer.result);
  });
  started.addEventListener('error', ({ message }) => {
    for (const { reject } of pending.values()) reject(new Error(message || 'The worker failed.'));
    pending.clear();
  });
  return started;
}
