/**
 * The five-line ridge over the whole width; where one summit should be, there is a dotted gap. Narrow
 * screens see its middle.
 */
export function MissingSummit() {
  const lines = [0, 1, 2, 3, 4].map((number) => number * 11);
  return (
    <svg
      className="empty__picture empty__picture--wide"
      viewBox="0 0 1344 150"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {lines.map((drop) => (
        <path key={drop} d={ridge(LEFT, drop) + ridge(RIGHT, drop)} />
      ))}
      <path strokeDasharray="2 8" strokeLinecap="round" d="M598 92L672 10L746 92" />
    </svg>
  );
}

/** Corners of the ridge's uppermost line, left and right of the gap. */
const LEFT = [
  [0, 92],
  [96, 92],
  [172, 46],
  [206, 66],
  [262, 28],
  [348, 92],
  [422, 92],
  [492, 34],
  [524, 58],
  [548, 46],
  [598, 92],
] as const;
const RIGHT = [
  [746, 92],
  [804, 50],
  [830, 66],
  [852, 54],
  [900, 92],
  [968, 92],
  [1046, 38],
  [1084, 64],
  [1108, 52],
  [1160, 92],
  [1344, 92],
] as const;

function ridge(corners: readonly (readonly [x: number, y: number])[], drop: number): string {
  return `M${corners.map(([x, y]) => `${x} ${y + drop}`).join('L')}`;
}
