import type { JsonObject } from '../../../base/json-object.js';
import { readSource } from '../../../cli/command/input/read-input.js';
import { longName, text } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';

const markdown = (help: string, body: string) =>
  text(`${help} as Markdown: the text, @file or - for stdin`, {
    value: 'TEXT|@FILE|-',
    completes: 'text-or-file',
    body,
  });

export const TEXTS = {
  description: markdown('Short description', 'description'),
  content: markdown('Content', 'content'),
};

/** Replaces file names in the options by the contents of the files. */
export async function withTexts(body: JsonObject, { parsed, world }: Context): Promise<JsonObject> {
  const next = { ...body };
  for (const field of ['description', 'content'] as const) {
    const given = parsed.options[field];
    if (typeof given === 'string') next[field] = (await readSource(given, world, longName(field))).text;
  }
  return next;
}
