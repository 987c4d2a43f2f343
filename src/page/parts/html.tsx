/** Description of an element: HTML that archctl made from Markdown, without tags of the source. */
export function Html({ html }: { html: string | undefined }) {
  if (html === undefined) return null;
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
