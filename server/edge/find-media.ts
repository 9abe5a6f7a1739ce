import type { BrochureStore } from '../brochure/brochure-store.ts';
import type { PictureStore } from '../drawing/pictures/picture-store.ts';
import { typeOf, type StaticFile } from './static-files.ts';
import { etagOf } from '../platform/http/cached-response.ts';

/** Finds files under /media/: pictures, and the brochure in both languages. */
export function findMedia(
  pictures: Pick<PictureStore, 'find'>,
  brochures: BrochureStore,
): (pathname: string) => Promise<StaticFile | null> {
  const files = new Map<string, StaticFile>();
  return async (pathname) => {
    const language = /^\/media\/brochure-(de|en)\.pdf$/.exec(pathname)?.[1];
    if (language === 'de' || language === 'en') {
      const brochure = await brochures.find(language);
      if (brochure === null) return null;
      return {
        type: typeOf(pathname),
        ...brochure,
        brotli: null,
        gzip: null,
        cachePolicy: 'revalidate',
      };
    }
    const name = /^\/media\/plates\/([\w.-]+)$/.exec(pathname)?.[1];
    const known = files.get(name ?? '');
    if (name === undefined || known !== undefined) return known ?? null;
    const picture = await pictures.find(name);
    if (picture === null) return null;
    const { bytes, brotli, gzip } = picture;
    const type = typeOf(name);
    const file: StaticFile = {
      type,
      bytes,
      brotli,
      gzip,
      etag: etagOf(bytes),
      cachePolicy: 'immutable',
    };
    files.set(name, file);
    return file;
  };
}
