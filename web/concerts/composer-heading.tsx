import { formatLifeDates } from '#contract/programme-typography.ts';
import { useLanguage } from '../platform/language.ts';
import type { Piece } from './group-by-composer.ts';

/** "Leoš Janáček 1854–1928"; the dates only at first mention. */
export function ComposerHeading(props: { composer: Piece['composer']; repeated: boolean }) {
  const language = useLanguage();
  const dates = props.repeated ? '' : formatLifeDates(props.composer, language);
  return (
    <h3 className="composer">
      {props.composer.fullName} {dates && <span className="composer__dates">{dates}</span>}
    </h3>
  );
}
