import { useState } from 'react';

/** A loader's last data: a failed poll loads null (the route's `clientLoader`), and the page stays as it is. */
export function useLatest<Data>(loaded: Data | null): Data | null {
  const [latest, setLatest] = useState(loaded);
  if (loaded === null || loaded === latest) return latest;
  setLatest(loaded);
  return loaded;
}
