import { colours } from '#contract/colours.ts';
import type { Language } from '#contract/language.ts';
import type { FestivalContent } from '../programme/programme-format.ts';

/** What a phone shows of the site on its home screen (W3C Web Application Manifest). */
export function webManifest(
  { name, shortName, claim }: Pick<FestivalContent, 'name' | 'shortName' | 'claim'>,
  language: Language,
) {
  return {
    id: '/',
    name,
    short_name: shortName,
    description: claim[language],
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    theme_color: colours.sky,
    background_color: colours.paper,
    icons: [
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      // the mark keeps to the safe zone
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
}
