import { z } from 'zod';
import { answerSchema, type Operation } from './document.ts';
import type { Answer } from './requests.ts';

const schemas = new Map<string, z.ZodType>();
const Refusal = z.object({
  message: z.string().min(1),
  msgCode: z.int().optional(),
  error_I18n: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string()).min(1)).optional(),
});

/** What is wrong with an answer to a documented call; null when nothing is. */
export function wrongWith(operation: Operation, answer: Answer | null): string | null {
  if (answer === null) return 'no answer';
  const { status, type, text } = answer;
  if (status >= 500) return `status ${status}`;
  // known unchanged: 304 has no body
  if (status === 304) return null;
  const documented = operation.responses[String(status)];
  if (documented === undefined) return `status ${status} is not documented`;
  if (status === 204) return text === '' ? null : 'a body with 204';
  if (status >= 400) return wrongWithRefusal(type, text, status);
  const expected = Object.keys(documented.content ?? {})[0] ?? '';
  if (!type.startsWith(expected)) return `type ${type}`;
  return expected === 'application/json' ? wrongWithBody(operation, status, text) : null;
}

/** What is wrong with a refusal (api.md, Conventions). */
export function wrongWithRefusal(type: string, text: string, status: number): string | null {
  if (!type.startsWith('application/json')) return `type ${type}`;
  const parsed = Refusal.safeParse(parse(text));
  if (!parsed.success) return `a refusal of another shape: ${text.slice(0, 200)}`;
  if (status === 422 && parsed.data.errors === undefined) return '422 without errors';
  if (/\n\s+at |node_modules|select |\/work|Error:/.test(text))
    return `internals: ${text.slice(0, 200)}`;
  return null;
}

function wrongWithBody(operation: Operation, status: number, text: string): string | null {
  const key = `${operation.operationId} ${status}`;
  const json = answerSchema(operation, status);
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
