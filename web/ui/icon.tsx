import { useSite } from '../platform/site.ts';

const shapes = {
  right: 'M3 10h14M11.5 4.5 17 10l-5.5 5.5',
  left: 'M17 10H3M8.5 4.5 3 10l5.5 5.5',
  out: 'M5 15 15 5M6.5 5H15v8.5',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  tick: 'm4 10.5 4 4 8-9',
  close: 'm4.5 4.5 11 11m0-11-11 11',
  menu: 'M1 4h18M1 10h18M1 16h18',
  ticket:
    'M2 5h16v3.2a1.8 1.8 0 0 0 0 3.6V15H2v-3.2a1.8 1.8 0 0 0 0-3.6ZM12.5 5v2m0 2.2v1.6m0 2.2v2',
  down: 'M10 3v12m-5-5 5 5 5-5',
  calendar: 'M3 5h14v12H3ZM3 8.5h14M6.5 3v4m7-4v4',
} as const;

export type IconName = keyof typeof shapes;

/** A line drawing of 20 px beside a text; always decoration. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}

/** Points of one line of the mark; each line lies five units under the one before. */
const ridge: [x: number, y: number][] = [
  [2, 21],
  [12.5, 21],
  [22, 5.5],
  [26.6, 13],
  [29.4, 10],
  [36.5, 21],
  [46, 21],
];

const lines = [0, 5, 10, 15, 20]
  .map((drop) => `M${ridge.map(([x, y]) => `${x} ${y + drop}`).join('L')}`)
  .join('');

/** The festival's own logo; without one, the mark. */
export function Logo() {
  const { logo } = useSite();
  if (logo === null) return <Mark />;
  return (
    <svg className="mark" viewBox={logo.viewBox} height="42" fill="currentColor" aria-hidden="true">
      <path d={logo.path} fillRule="evenodd" />
    </svg>
  );
}

/** The mark: five stave lines that rise into a ridge. */
export function Mark() {
  return (
    <svg
      className="mark"
      viewBox="0 0 48 46"
      width="44"
      height="42"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      aria-hidden="true"
    >
      <path d={lines} />
    </svg>
  );
}
