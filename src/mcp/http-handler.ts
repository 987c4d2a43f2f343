import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from './server.js';
import type { Workspace } from './workspace.js';

/** Largest body of a request: a document of a plan, with its escapes. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Answers requests of the protocol, one server for each; plans and models are shared. */
export const httpHandler = (workspace: Workspace, report: (error: unknown) => void) =>
  createMcpHandler(() => createServer(workspace, report), {
    onerror: report,
    maxRequestBodySize: MAX_BODY_BYTES,
  });
