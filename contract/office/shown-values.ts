/**
 * Reads the values that a form showed, by field: its field `shown` sends them as JSON, so that the command changes only
 * what differs from them. Nothing for a form or a call without them, such as the command line's.
 */
export function readShownValues(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) =>
        typeof each === 'string' ? [[name, each] as const] : [],
      ),
    );
  } catch {
    // not from a page: the command compares nothing
    return {};
  }
}
