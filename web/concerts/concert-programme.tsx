import { formatMinutes } from '#contract/format.ts';
import { formatLifeDates, romanNumeral } from '#contract/programme-typography.ts';
import { concertTexts } from '#messages/concerts.ts';
import type { PageSection } from '../platform/page-texts.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useSite } from '../platform/site.ts';
import { Mark } from '../ui/icon.tsx';
import { StaveRule } from '../ui/illustrations.tsx';
import { notesOf, type Concert } from './concert-summary.ts';
import { Fragment } from 'react';
import { NoBreakTitle } from './no-break-title.tsx';
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
  const minutes = concert.durationMinutes;
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
      {groupByComposer(concert.pieces).map((group) => (
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
  const { logo } = useSite();
  return (
    <aside className="how-to-read no-print">
      {logo === null && <Mark />}
      <p>
        <strong>{texts.howToRead}</strong> {texts.howToReadText}
      </p>
    </aside>
  );
}

/** One work: title with key, numbers in sans, movements with numerals, cast at the right. */
export function Work({ piece }: { piece: Piece }) {
  const movements = piece.movements ?? [];
  return (
    <div className="work">
      <div>
        <h4 className="work__title">
          <WorkTitle piece={piece} />
        </h4>
        {movements.length > 0 && (
          <ol className="work__movements">
            {movements.map((movement, index) => (
              <li key={movement.id}>
                {movements.length > 1 && (
                  <span className="work__numeral">{romanNumeral(index + 1)}</span>
                )}
                <i lang={movement.lang}>{movement.title}</i>
              </li>
            ))}
          </ol>
        )}
      </div>
      <Cast musicians={piece.musicians ?? []} />
    </div>
  );
}

/** German "Sinfonie Nr. 40 g-Moll KV 550", English "Symphony No. 40 in G minor, K 550". */
function WorkTitle({ piece }: { piece: Piece }) {
  const language = useLanguage();
  const numbers = [piece.opus, piece.catalogueNo].filter((number) => number !== null);
  const key = piece.tonality;
  return (
    <>
      <NoBreakTitle title={piece.title} />
      {key !== null && <KeyOf tonality={key} language={language} />}
      {numbers.length > 0 && (
        <>
          {language === 'en' ? ', ' : ' '}
          <span className="work__numbers">
            {numbers.map((number, index) => (
              <Fragment key={number}>
                {index > 0 && ', '}
                <span className="no-break">{number}</span>
              </Fragment>
            ))}
          </span>
        </>
      )}
    </>
  );
}

/** An unknown key stays as the API returns it, marked as German. */
function KeyOf({ tonality, language }: { tonality: string; language: 'de' | 'en' }) {
  const english = / (?:major|minor)$/.test(tonality);
  if (language === 'en' && !english) return <span lang="de"> {tonality}</span>;
  return (
    <>
      {english ? ' in ' : ' '}
      <span className="no-break">{tonality}</span>
    </>
  );
}

function Cast({ musicians }: { musicians: NonNullable<Piece['musicians']> }) {
  const texts = useTexts(concertTexts);
  const language = useLanguage();
  if (musicians.length === 0) return null;
  return (
    <ul className="work__cast" aria-label={texts.cast}>
      {musicians.map((musician) => (
        <li key={musician.id}>
          <strong>{musician.name}</strong> {musician.instrument[language]}
        </li>
      ))}
    </ul>
  );
}

export type Piece = Concert['pieces'][number];

interface ComposerGroup {
  composer: Piece['composer'];
  /** The composer has stood here before: life dates are printed at first mention only. */
  repeated: boolean;
  pieces: Piece[];
  hasIntervalAfter: boolean;
  /** The room of these works, where it changes. */
  venue: string | undefined;
}

/** Works by one composer that follow each other share one heading, unless an interval or another room parts them. */
export function groupByComposer(pieces: Piece[]): ComposerGroup[] {
  const groups: ComposerGroup[] = [];
  const seen = new Set<string>();
  for (const piece of pieces) {
    const open = groups.at(-1);
    const isSameRoom = open?.pieces[0]?.venue === piece.venue;
    const goesOn = isSameRoom && !open?.hasIntervalAfter;
    if (open && goesOn && open.composer.fullName === piece.composer.fullName) {
      open.pieces.push(piece);
      open.hasIntervalAfter = piece.hasIntervalAfter;
      continue;
    }
    const repeated = seen.has(piece.composer.fullName);
    seen.add(piece.composer.fullName);
    const { composer, hasIntervalAfter } = piece;
    const venue = isSameRoom ? undefined : piece.venue;
    groups.push({ composer, repeated, pieces: [piece], hasIntervalAfter, venue });
  }
  return groups;
}
