/** A JSON object whose fields are not yet known. */
export type JsonObject = Record<string, unknown>;
