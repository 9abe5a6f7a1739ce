import type { PictureStore } from './pictures/picture-store.ts';
import { typeOf, type StaticFile } from './platform/static-files.ts';
import { etagOf } from './platform/http/etag.ts';

/** Finds what lies under /media/: the drawn pictures. */
export function findMedia(
  pictures: PictureStore,
): (pathname: string) => Promise<StaticFile | null> {
  const files = new Map<string, StaticFile>();
  return (pathname) => {
    const name = /^\/media\/plates\/([\w.-]+)$/.exec(pathname)?.[1];
    const known = files.get(name ?? '');
    if (name === undefined || known !== undefined) return Promise.resolve(known ?? null);
    const picture = pictures.find(name);
    if (picture === null) return Promise.resolve(null);
    const { bytes, brotli, gzip } = picture;
    const file = { type: typeOf(name), bytes, brotli, gzip, etag: etagOf(bytes), immutable: true };
    files.set(name, file);
    return Promise.resolve(file);
  };
}
