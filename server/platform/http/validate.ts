import type { z } from 'zod';
import { fieldMessages, type FieldMessageKey } from '#contract/field-messages.ts';
import { Problem, type FieldProblems } from './problem.ts';

/** The value a schema makes of the input; 422 with every broken field otherwise. */
export function validate(schema: z.ZodType | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: FieldProblems = {};
  for (const issue of result.error.issues) {
    const field = issue.path.length === 0 ? 'body' : issue.path.join('.');
    const key = (issue.message in fieldMessages ? issue.message : 'INVALID') as FieldMessageKey;
    const keys = (fields[field] ??= []);
    if (!keys.includes(key)) keys.push(key);
  }
  throw new Problem('invalid', { fields });
}
