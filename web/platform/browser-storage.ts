/** Runs `use` on a storage of the browser; null where the browser refuses access. */
export function withStorage<Result>(
  name: 'localStorage' | 'sessionStorage',
  use: (storage: Storage) => Result,
): Result | null {
  try {
    return use(window[name]);
  } catch {
    return null;
  }
}
