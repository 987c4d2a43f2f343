import { hashOf } from '../route.js';

/** Shown for an address without a subject, for example of an earlier site. */
export function NotFound({ kind, slug }: { kind: string; slug: string }) {
  return (
    <main class="text">
      <h1>Not found</h1>
      <p>
        This site has no {kind} "{slug}". <a href={hashOf('')}>Go to the start page</a>
      </p>
    </main>
  );
}
