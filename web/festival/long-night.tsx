import { formatPrice } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import type { ConcertSummary, PanoramaPictures } from '../concerts/concert-summary.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { ButtonLink } from '../ui/button.tsx';
import type { PageSection } from '../platform/page-texts.ts';
import { Picture } from '../ui/picture.tsx';

interface LongNightProps {
  concert: ConcertSummary;
  pictures: PanoramaPictures;
  section: PageSection | null;
}

/** The Long Night as a night plate over the whole width. */
export function LongNight({ concert, pictures, section }: LongNightProps) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const price = concert.fromPrice;
  const label =
    concert.sale === 'buy' && price !== null
      ? texts.buyTicketsFrom({ price: formatPrice(price, language) })
      : texts.programme;
  return (
    <section className="night" aria-labelledby="night">
      <div className="wrap night__words">
        <h2 id="night">{section?.heading ?? concert.title}</h2>
        <div className="night__text">
          {section?.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <ButtonLink to={`/concerts/${concert.id}`} kind="line">
            {label}
          </ButtonLink>
        </div>
      </div>
      <Picture
        className="night__picture"
        drawing="night"
        wide={pictures.image_url}
        phone={pictures.phone_image_url}
        loading="lazy"
      />
    </section>
  );
}
