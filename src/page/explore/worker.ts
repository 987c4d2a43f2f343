import { type Exploration, explore, modelOfSite } from '../../site/explore.js';
import { layOut, type TooLarge } from '../../site/graph-scene.js';
import type { SiteData, SiteDrawing } from '../../site/types.js';

/** Lays out explored pictures in a worker. Its program is compressed into the script `layout.js`, together with ELK. */

/** First the data of a site, then requests about it. */
export type WorkerRequest =
  | { data: Pick<SiteData, 'objects' | 'connections'> }
  | { id: number; request: Exploration };

/** A drawing; its size if it is too large; `none` if no path connects two objects. */
export type ExploreResult = SiteDrawing | TooLarge | 'none';

export type WorkerAnswer = { id: number } & ({ result: ExploreResult } | { error: string });

let model: ReturnType<typeof modelOfSite> | undefined;

addEventListener('message', ({ data: message }: MessageEvent<WorkerRequest>) => {
  if ('data' in message) {
    model = modelOfSite(message.data);
    return;
  }
  const { id, request } = message;
  answer(request).then(
    (result) => postMessage({ id, result } satisfies WorkerAnswer),
    (error: Error) => postMessage({ id, error: error.message } satisfies WorkerAnswer),
  );
});

async function answer(request: Exploration): Promise<ExploreResult> {
  if (!model) throw new Error('The worker has no data.');
  const found = explore(model, request);
  return found !== 'none' && 'scene' in found ? layOut(found) : found;
}
