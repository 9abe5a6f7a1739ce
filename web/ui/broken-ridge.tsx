/** The five-line ridge, whose lines break off one after the other. */
export function BrokenRidge() {
  const lines = [300, 372, 336, 448, 408].map((end, index) => ({ end, y: 92 + index * 11 }));
  return (
    <svg
      className="empty__picture"
      viewBox="0 0 640 150"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {lines.map(({ end, y }) => (
        <path key={y} d={`M0 ${y}H70L140 ${y - 58}L172 ${y - 34}L196 ${y - 46}L246 ${y}H${end}`} />
      ))}
      {lines.map(({ end, y }) => (
        <path
          key={y}
          strokeDasharray="2 10"
          strokeLinecap="round"
          d={`M${end + 12} ${y}H${end + 120}`}
        />
      ))}
    </svg>
  );
}
