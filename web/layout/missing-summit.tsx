/** The five-line ridge; where one summit should be, there is a dotted gap. */
export function MissingSummit() {
  const lines = [0, 1, 2, 3, 4].map((number) => number * 11);
  return (
    <svg
      className="empty__picture"
      viewBox="0 0 640 150"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {lines.map((drop) => (
        <path
          key={drop}
          d={`M0 ${92 + drop}H70L140 ${34 + drop}L172 ${58 + drop}L196 ${46 + drop}L246 ${92 + drop}M394 ${92 + drop}L452 ${50 + drop}L478 ${66 + drop}L500 ${54 + drop}L548 ${92 + drop}H640`}
        />
      ))}
      <path strokeDasharray="2 8" strokeLinecap="round" d="M246 92L320 10L394 92" />
    </svg>
  );
}
