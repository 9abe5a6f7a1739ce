import { useViewTransitionState } from 'react-router';
import { useLocalized } from '../platform/language.tsx';

interface ConcertPlateProps {
  concertId: number;
  src: string;
}

/** A concert's plate; when its page opens, it grows into that page's panorama. */
export function ConcertPlate({ concertId, src }: ConcertPlateProps) {
  const localized = useLocalized();
  const isOpening = useViewTransitionState(localized(`/concerts/${concertId}`));
  return (
    <img
      className={isOpening ? 'plate plate--opening' : 'plate'}
      src={src}
      alt=""
      width="480"
      height="360"
      loading="lazy"
      decoding="async"
    />
  );
}
