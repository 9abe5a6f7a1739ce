/**
 * The five-line ridge over the whole width; where one summit should be, there is a dotted gap. Narrow
 * screens see its middle.
 */
export function MissingSummit() {
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
      {[0, 11, 22, 33, 44].map((drop) => (
        <path key={drop} d={RIDGE} transform={`translate(0 ${drop})`} />
      ))}
      <path strokeDasharray="2 8" strokeLinecap="round" d="M598 92L672 10L746 92" />
    </svg>
  );
}

/** The uppermost line, left and right of the gap. */
const RIDGE =
  'M0 92H96l76-46 34 20 56-38 86 64h74l70-58 32 24 24-12 50 46' +
  'M746 92l58-42 26 16 22-12 48 38h68l78-54 38 26 24-12 52 40h184';
