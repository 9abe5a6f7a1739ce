import type { ImgHTMLAttributes } from 'react';

/** Below this width the phone's drawings are shown; style sheets use the same value. */
const PHONE_QUERY = '(width < 56.25em)';

/** Below this width a concert shows its upright drawing; between the two, the wide one has few words or none. */
const UPRIGHT_QUERY = '(width < 30em)';

/** Drawings for two widths; the sizes in px fix the pictures' proportions (packages/plates). */
export const drawings = {
  panorama: {
    phoneQuery: UPRIGHT_QUERY,
    wide: { width: 1440, height: 600 },
    phone: { width: 390, height: 340 },
  },
  night: {
    phoneQuery: UPRIGHT_QUERY,
    wide: { width: 1440, height: 820 },
    phone: { width: 390, height: 640 },
  },
  season: {
    phoneQuery: PHONE_QUERY,
    wide: { width: 1440, height: 560 },
    phone: { width: 430, height: 420 },
  },
} as const;

interface PictureProps extends Pick<
  ImgHTMLAttributes<HTMLImageElement>,
  'className' | 'loading' | 'fetchPriority'
> {
  drawing: keyof typeof drawings;
  /** Their addresses. */
  wide: string;
  phone: string;
}

/** A drawing, upright on phones; always decoration. */
export function Picture({ drawing, wide, phone, ...image }: PictureProps) {
  const sizes = drawings[drawing];
  return (
    <picture>
      <source media={sizes.phoneQuery} srcSet={phone} {...sizes.phone} />
      <img src={wide} {...sizes.wide} alt="" {...image} />
    </picture>
  );
}
