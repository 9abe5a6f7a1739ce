import { useViewTransitionState } from 'react-router';
import { useLocalized } from '../platform/language.ts';
import { imageSizes } from '../ui/image-sizes.ts';

interface PlateProps {
  concertId: number;
  src: string;
}

/** A concert's plate; when its page opens, it grows into that page's panorama. */
export function Plate({ concertId, src }: PlateProps) {
  const localized = useLocalized();
  const opening = useViewTransitionState(localized(`/concerts/${concertId}`));
  return (
    <img
      className={opening ? 'plate plate--opening' : 'plate'}
      src={src}
      alt=""
      {...imageSizes.cover}
      loading="lazy"
      decoding="async"
    />
  );
}
