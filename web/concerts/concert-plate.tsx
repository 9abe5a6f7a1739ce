import { useViewTransitionState } from 'react-router';
import { useLocalized } from '../platform/language.tsx';
import { Photo } from '../ui/photo.tsx';
import type { Concert } from './concert-summary.ts';

interface ConcertPlateProps {
  concertId: number;
  src: string;
  photo?: Concert['photo'];
}

/** A concert's photograph or plate, if it has one; when its page opens, it grows into that page's panorama. */
export function ConcertPlate({ concertId, src, photo }: ConcertPlateProps) {
  const localized = useLocalized();
  const isOpening = useViewTransitionState(localized(`/concerts/${concertId}`));
  const className = isOpening ? 'plate plate--opening' : 'plate';
  if (photo)
    return <Photo photo={photo} className={className} sizes="(width < 43.75em) 100vw, 480px" />;
  if (src === '') return null;
  return (
    <img
      className={className}
      src={src}
      alt=""
      width="480"
      height="360"
      loading="lazy"
      decoding="async"
    />
  );
}
