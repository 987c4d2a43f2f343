import { useMemo, useState } from 'preact/hooks';
import { visible } from '../../base/text/escape.js';
import { saveFile } from '../parts/save-file.js';
import { CodeBlock } from './code-block.js';
import { formatJson } from './format-json.js';
import { hexDump } from './hex-dump.js';
import { pluralize } from './texts.js';

const VIEWS = ['Formatted', 'Raw', 'Bytes'] as const;
type View = (typeof VIEWS)[number];

/** Longest text in the page, in characters, and the most bytes. */
const MAX_TEXT = 200_000;
const MAX_BYTES = 16_384;

/** The body of a delivery: as formatted JSON, as received, and as bytes. */
export function BodyView({ base64, fileName }: { base64: string; fileName: string }) {
  const [view, setView] = useState<View>('Formatted');
  const bytes = useMemo(() => Uint8Array.from(atob(base64), (it) => it.charCodeAt(0)), [base64]);
  const { text, isCut } = useMemo(() => shownAs(view, bytes), [view, bytes]);
  return (
    <>
      <fieldset class="body-views">
        <legend class="unseen">View of the body</legend>
        {VIEWS.map((it) => (
          <button key={it} type="button" aria-pressed={it === view} onClick={() => setView(it)}>
            {it}
          </button>
        ))}
        <button type="button" onClick={() => saveFile(new Blob([bytes]), fileName)}>
          Save body
        </button>
        <small>{pluralize(bytes.length, 'byte')}</small>
      </fieldset>
      <CodeBlock label="Body" text={text} />
      {isCut && <p>This is the beginning. Save the body to see all of it.</p>}
    </>
  );
}

interface Shown {
  text: string;
  isCut: boolean;
}

function shownAs(view: View, bytes: Uint8Array): Shown {
  if (view === 'Bytes')
    return { text: hexDump(bytes.subarray(0, MAX_BYTES)), isCut: bytes.length > MAX_BYTES };
  const raw = new TextDecoder().decode(bytes);
  const cut = { text: raw.slice(0, MAX_TEXT), isCut: raw.length > MAX_TEXT };
  const { text, isCut } = (view === 'Formatted' ? formatJson(raw, MAX_TEXT) : undefined) ?? cut;
  return { text: visible(text, { newline: 'keep' }), isCut };
}
