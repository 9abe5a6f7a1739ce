/** Sizes in px the plates are drawn at (server/drawing/plates); they fix the pictures' proportions. */
export const imageSizes = {
  cover: { width: 480, height: 360 },
  panorama: { width: 1440, height: 600 },
  panoramaPhone: { width: 390, height: 340 },
  night: { width: 1440, height: 820 },
  nightPhone: { width: 390, height: 640 },
  season: { width: 1440, height: 560 },
  /** Two halves that overlap by a pixel. */
  seasonPhone: { width: 430, height: 420 },
  seasonPhoneRest: { width: 431, height: 420 },
} as const;

/** Below this width the phone's drawings are shown; style sheets use the same value. */
export const PHONE_QUERY = '(max-width: 56.1875em)';

/** Below this width a concert shows its upright drawing; between the two, the wide one has few words or none. */
export const UPRIGHT_QUERY = '(max-width: 37.4375em)';
