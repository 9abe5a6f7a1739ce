import { romanNumeral } from '#contract/programme-typography.ts';
import type { Concert } from './concert-summary.ts';
import { Picture, drawings } from '../ui/picture.tsx';
import { PreloadPicture } from '../platform/document.tsx';
import './concert-programme.css';

type Pieces = Concert['pieces'];
type Summit = Concert['panorama']['summits'][number];

/** Up to this many summits have titles, up to the next limit numerals; above that there are only the brackets. */
const MAX_TITLED_SUMMITS = 12;
const MAX_NUMBERED_SUMMITS = 24;

/**
 * The evening from left to right: brackets name the composers, numerals the movements, and a line
 * leads down to each summit. Decoration; the programme below has the same content (design.md 3).
 */
export function Panorama({ concert }: { concert: Concert }) {
  const { panorama, pieces, isLongNight: night } = concert;
  const drawing = night ? 'night' : 'panorama';
  const { phoneQuery, wide: size } = drawings[drawing];
  const summits = panorama.summits;
  const fit = labelsFitting(summits.length);
  return (
    <div className="panorama" aria-hidden="true">
      <PreloadPicture wide={panorama.wide} phone={panorama.phone} phoneQuery={phoneQuery} />
      <PanoramaLabels pieces={pieces} summits={summits} fit={fit} />
      <div className="panorama__picture">
        <Picture
          className="panorama__image"
          drawing={drawing}
          wide={panorama.wide}
          phone={panorama.phone}
          fetchPriority="high"
        />
        {fit !== 'none' && (
          <SummitLines
            summits={summits}
            hasLabel={(summit) => isNamed(pieces[summit.piece], summit, fit)}
            top={lineTop[fit]}
            {...size}
          />
        )}
      </div>
    </div>
  );
}

type Fit = 'titles' | 'numerals' | 'none';

function labelsFitting(count: number): Fit {
  if (count <= MAX_TITLED_SUMMITS) return 'titles';
  return count <= MAX_NUMBERED_SUMMITS ? 'numerals' : 'none';
}

/** Whether a summit has a numeral or the title of its movement: only then a line leads down from it. */
function isNamed(piece: Pieces[number] | undefined, { movement }: Summit, fit: Fit): boolean {
  const movements = piece?.movements ?? [];
  return movements.length > 1 || (fit === 'titles' && movements[movement] !== undefined);
}

interface LabelsProps {
  pieces: Pieces;
  summits: Summit[];
  fit: Fit;
}

function PanoramaLabels({ pieces, summits, fit }: LabelsProps) {
  return (
    <div className="panorama__labels" data-fit={fit}>
      {summits.map((summit, index) => {
        const piece = pieces[summit.piece];
        const movements = piece?.movements ?? [];
        const first = summit.piece !== summits[index - 1]?.piece;
        const last = summit.piece !== summits[index + 1]?.piece;
        const movement = movements[summit.movement];
        const span = summits.filter((other) => other.piece === summit.piece).length;
        return (
          <div
            key={`${summit.piece}-${summit.movement}`}
            className={last ? 'panorama__label panorama__label--last' : 'panorama__label'}
          >
            {first && (
              <span className="panorama__composer" data-span={span}>
                {piece?.composer.fullName}
              </span>
            )}
            {movements.length > 1 && (
              <span className="panorama__numeral">{romanNumeral(summit.movement + 1)}</span>
            )}
            {movement && fit === 'titles' && (
              <span className="panorama__movement" lang={movement.lang}>
                {shortMovement(movement.title)}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The label that fits over a summit: "Scherzo (Furiant). Molto vivace" → "Molto vivace". */
export function shortMovement(title: string): string {
  const parts = title.split(/\.\s+(?=\p{Lu})/u);
  // A dash ends a line, it does not start one.
  return (parts.at(-1) ?? title).replaceAll(' – ', '\u00A0– ');
}

interface LinesProps {
  summits: Summit[];
  /** Whether a summit has a label above it. */
  hasLabel: (summit: Summit) => boolean;
  /** Where the lines start, under the labels. */
  top: number;
  width: number;
  height: number;
}

/** Lines from the middle of each label down to its summit; they bend where it is not right below. */
function SummitLines({ summits, hasLabel, top, width, height }: LinesProps) {
  let lines = '';
  let dots = '';
  summits.forEach((summit, index) => {
    if (!hasLabel(summit)) return;
    const share = (index + 0.5) / summits.length;
    const from = tenth(width * (LABEL_MARGIN_FACTOR + share * (1 - 2 * LABEL_MARGIN_FACTOR)));
    const y = summit.y * height;
    const at = `${tenth(summit.x * width)} ${tenth(y)}`;
    lines += `M${from} ${top}V${tenth(Math.max(top, y - 26))}L${at}`;
    dots += `M${at}h0`;
  });
  return (
    <svg className="panorama__lines" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
      <path d={lines} />
      <path className="panorama__dot" d={dots} />
    </svg>
  );
}

/** Share of the width at either edge without labels; the same in concert-programme.css. */
const LABEL_MARGIN_FACTOR = 0.034;
/** Where the lines start, under the longest labels, in units of the drawing. */
const lineTop = { titles: 122, numerals: 102 };
const tenth = (value: number) => Math.round(value * 10) / 10;
