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
