import { Fragment } from 'react';
import { romanNumeral } from '#contract/programme-typography.ts';
import { concertTexts } from '#messages/concerts.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import type { Piece } from './group-by-composer.ts';
import { NoBreakTitle } from './no-break-title.tsx';

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
  const numbers = [piece.opus, piece.catalogue_no].filter((number) => number !== null);
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
          <strong>{musician.full_name}</strong>{' '}
          {language === 'de'
            ? musician.instrument.description_german
            : musician.instrument.description_english}
        </li>
      ))}
    </ul>
  );
}
