import { usageError } from '../../../base/errors.js';
import type { Context } from '../../../cli/command/spec.js';
import { editSession } from '../../shared/editor.js';

/** Opens a JSON body in the user's editor; the result must be JSON. */
export async function editBody(context: Context, body: Uint8Array): Promise<Uint8Array> {
  if (!context.terminal.canPrompt) throw usageError('--edit needs a terminal.');
  const session = editSession(context, 'event.json', pretty(body));
  try {
    const edited = await session.edit();
    JSON.parse(edited.toString('utf8'));
    return edited;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw usageError(`The edited body is not valid JSON: ${error.message}.`);
    throw error;
  } finally {
    session.remove();
  }
}

function pretty(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return text;
  }
}
