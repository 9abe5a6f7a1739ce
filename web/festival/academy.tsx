import { festivalTexts } from '#messages/festival.ts';
import type { PanoramaPictures } from '../concerts/concert-summary.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import type { PageSection } from '../platform/page-texts.ts';
import { Picture } from '../ui/picture.tsx';

interface AcademyProps {
  pictures: PanoramaPictures;
  section: PageSection;
}

/** The academy in the light of its first concert; its last paragraph says that admission is free. */
export function Academy({ pictures, section }: AcademyProps) {
  const texts = useTexts(festivalTexts);
  const last = section.paragraphs.length - 1;
  return (
    <section className="academy" aria-labelledby="academy">
      <Picture
        className="academy__picture"
        drawing="panorama"
        wide={pictures.image_url}
        phone={pictures.phone_image_url}
        loading="lazy"
      />
      <div className="academy__text">
        <h2 id="academy">{section.heading}</h2>
        {section.paragraphs.map((paragraph, index) => (
          <p key={paragraph} className={index === last && last > 0 ? 'academy__free' : undefined}>
            {paragraph}
          </p>
        ))}
        <LocalLink to="/concerts/all?show=free" className="text-link">
          {texts.academyConcerts}
        </LocalLink>
      </div>
    </section>
  );
}
