import { completable, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { namesStarting } from './resources.js';
import type { Workspace } from './workspace.js';

/** Prompts for common tasks. Their texts are fixed; arguments are quoted. */

export function addPrompts(server: McpServer, workspace: Workspace): void {
  const object = (what: string) =>
    completable(z.string().describe(what), (typed) => namesStarting(workspace, 'object', typed));
  server.registerPrompt(
    'review-change',
    {
      title: 'Review a change',
      description: 'Compares two models and reviews the differences.',
      argsSchema: z.object({
        before: z.string().describe('live, live@VERSION, draft:NAME, files or git:REF'),
        after: z.string().describe('The same forms'),
      }),
    },
    ({ before, after }) =>
      message(
        `Review the change of the architecture from ${quoted(before)} to ${quoted(after)}.`,
        `1. Call "diff" with these two sides, and read all pages.`,
        `2. For each removed or moved object, call "dependencies" with the question "delete-impact".`,
        '3. Call "check", and report findings that the change causes.',
        'Report: what changes and why it matters, broken or risky dependencies, missing owners or descriptions, and questions to the author. Do not change anything.',
      ),
  );
  server.registerPrompt(
    'document-system',
    {
      title: 'Document a system',
      description: 'Writes a page about an object: purpose, parts, dependencies, flows.',
      argsSchema: z.object({ object: object('Name or path of the object') }),
    },
    (input) =>
      message(
        `Write a Markdown page about ${quoted(input.object)}.`,
        '1. Call "get" for the object, and for its important parts.',
        '2. Call "dependencies" with "uses" and with "used-by", and "diagram" with "object" and the format "mermaid".',
        '3. Call "find" for flows and decisions about it, and "flow" for the important flows.',
        'Sections: Purpose, Parts, Uses, Used by, Flows, Decisions, Owners, Open questions. Use only facts of the model; list gaps as open questions.',
      ),
  );
  server.registerPrompt(
    'find-owners',
    {
      title: 'Find owners',
      description: 'Finds the teams that own an object and everything that depends on it.',
      argsSchema: z.object({ object: object('Name or path of the object') }),
    },
    (input) =>
      message(
        `Find the owners of ${quoted(input.object)} and of everything that a change of it affects.`,
        '1. Call "get" for the object; teams are its owners. If it has none, look at its parents.',
        '2. Call "dependencies" with "deprecate-impact": teams, namespaces and dependents.',
        '3. Call "logs" with "entity" to see who changed it recently, if it has no team.',
        'Answer with a table: owner, what they own, why they are affected. Name objects without an owner separately.',
      ),
  );
}

const quoted = (text: string): string => JSON.stringify(text);

const message = (...lines: string[]) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: lines.join('\n') } }],
});
