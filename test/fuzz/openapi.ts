import { z } from 'zod';

/** A JSON Schema of the OpenAPI document. */
export const JsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.output<typeof JsonSchema>;

const Content = z.record(z.string(), z.object({ schema: JsonSchema }));
const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: JsonSchema }),
  ),
  requestBody: z.object({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: Content.optional() }),
  ),
});

/** The parts of OpenAPI 3.1 that a client needs. */
export const OpenApi = z.object({
  openapi: z.string().startsWith('3.1'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

/** One call of the API as documented. */
export type Operation = z.output<typeof Operation> & { method: string; path: string };

/** All calls of the OpenAPI document. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = OpenApi.parse(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The schema of a call's response; null if it is not JSON. */
export function responseSchema(operation: Operation, status: number): JsonSchema | null {
  const content = operation.responses[String(status)]?.content;
  return content?.['application/json']?.schema ?? null;
}
