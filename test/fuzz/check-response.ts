import { z } from 'zod';
import { responseSchema, type Operation } from './openapi.ts';
import type { RawResponse } from './send-request.ts';

const schemas = new Map<string, z.ZodType>();
const ProblemBody = z.object({
  message: z.string().min(1),
  msgCode: z.int().optional(),
  error_I18n: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string()).min(1)).optional(),
});

/** How a response violates the documentation of its call; null if it does not. */
export function checkResponse(operation: Operation, response: RawResponse | null): string | null {
  if (response === null) return 'no response';
  const { status, type, text } = response;
  if (status >= 500) return `status ${status}`;
  // Not Modified has no body
  if (status === 304) return null;
  const documented = operation.responses[String(status)];
  if (documented === undefined) return `status ${status} is not documented`;
  if (status === 204) return text === '' ? null : 'a body with 204';
  if (status >= 400) return checkProblem(type, text, status);
  const expected = Object.keys(documented.content ?? {})[0] ?? '';
  if (!type.startsWith(expected)) return `type ${type}`;
  return expected === 'application/json' ? checkBody(operation, status, text) : null;
}

/** How an error response violates the conventions (api.md, Conventions); null if it does not. */
export function checkProblem(type: string, text: string, status: number): string | null {
  if (!type.startsWith('application/json')) return `type ${type}`;
  const parsed = ProblemBody.safeParse(parse(text));
  if (!parsed.success) return `not an error body: ${text.slice(0, 200)}`;
  if (status === 422 && parsed.data.errors === undefined) return '422 without errors';
  if (/\n\s+at |node_modules|select |\/work|Error:/.test(text))
    return `reveals internals: ${text.slice(0, 200)}`;
  return null;
}

function checkBody(operation: Operation, status: number, text: string): string | null {
  const key = `${operation.operationId} ${status}`;
  const json = responseSchema(operation, status);
  if (json === null) return null;
  const schema = schemas.get(key) ?? z.fromJSONSchema(json);
  schemas.set(key, schema);
  const parsed = schema.safeParse(parse(text));
  return parsed.success ? null : `not as documented: ${z.prettifyError(parsed.error)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
