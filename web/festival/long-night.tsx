import { formatPrice } from '#contract/format.ts';
import { concertTexts } from '#messages/concerts.ts';
import type { ConcertSummary, PanoramaPictures } from '../concerts/concert-summary.ts';
import { UPRIGHT_QUERY, imageSizes } from '../ui/image-sizes.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { ButtonLink } from '../ui/button.tsx';
import type { PageSection } from '../platform/page-texts.ts';

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
      <picture>
        <source
          media={UPRIGHT_QUERY}
          srcSet={pictures.phone_image_url}
          {...imageSizes.nightPhone}
        />
        <img
          className="night__picture"
          src={pictures.image_url}
          alt=""
          {...imageSizes.night}
          loading="lazy"
        />
      </picture>
    </section>
  );
}
