/** Text in a frame that scrolls, also with the keyboard. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section class="code" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
