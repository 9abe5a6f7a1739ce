import { formatMinutes } from '#contract/format.ts';
import { formatLifeDates } from '#contract/programme-typography.ts';
import { concertTexts } from '#messages/concerts.ts';
import type { PageSection } from '../platform/page-texts.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { Mark } from '../ui/icon.tsx';
import { StaveRule } from '../ui/illustrations.tsx';
import { notesOf, type Concert } from './concert-summary.ts';
import { groupByComposer, type Piece } from './group-by-composer.ts';
import { Work } from './work.tsx';
import './concert-programme.css';

interface ConcertProgrammeProps {
  concert: Concert;
  /** The note that it may change. */
  change: PageSection | null;
}

/** The programme set like a printed leaflet (design.md 1.3). */
export function ConcertProgramme({ concert, change }: ConcertProgrammeProps) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  const notes = notesOf(concert, 'GENERAL_DETAILPAGE_ONLY', language);
  const minutes = concert.duration_minutes;
  return (
    <section className="programme" aria-labelledby="programme">
      <StaveRule />
      <h2 id="programme">{texts.programme}</h2>
      {concert.introduction && (
        <p className="lead programme__introduction">{concert.introduction}</p>
      )}
      {notes.map((note) => (
        <p key={note} className="programme__note">
          {note}
        </p>
      ))}
      {groupByComposer(concert.program.pieces).map((group) => (
        <div key={group.pieces[0]?.id} className="programme__group">
          {group.venue && <p className="programme__venue">{group.venue}</p>}
          <ComposerHeading composer={group.composer} repeated={group.repeated} />
          {group.pieces.map((piece) => (
            <Work key={piece.id} piece={piece} />
          ))}
          {group.hasIntervalAfter && <StaveRule word={texts.interval} />}
        </div>
      ))}
      <footer className="programme__foot">
        {minutes !== null && <p>{texts.duration({ minutes: formatMinutes(minutes, language) })}</p>}
        {change?.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </footer>
    </section>
  );
}

/** "Leoš Janáček 1854–1928"; the dates only at first mention. */
function ComposerHeading(props: { composer: Piece['composer']; repeated: boolean }) {
  const language = useLanguage();
  const dates = props.repeated ? '' : formatLifeDates(props.composer, language);
  return (
    <h3 className="composer">
      {props.composer.fullName} {dates && <span className="composer__dates">{dates}</span>}
    </h3>
  );
}

/** A short key to the panorama, below the programme. */
export function HowToRead() {
  const texts = useTexts(concertTexts);
  return (
    <aside className="how-to-read no-print">
      <Mark />
      <p>
        <strong>{texts.howToRead}</strong> {texts.howToReadText}
      </p>
    </aside>
  );
}
