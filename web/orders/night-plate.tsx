/** The abbey under the mountains at night; no window is lit. */
export function NightPlate() {
  return (
    <svg className="night-plate" viewBox="0 0 640 240" aria-hidden="true">
      <path className="night-plate__sky" d="M0 0h640v240H0z" />
      <path
        className="night-plate__far"
        d="M0 156 58 118l40 22 74-76 38 40 30-22 66 66 44-30 62 44 70-92 42 48 34-26 82 74v114H0z"
      />
      <path
        className="night-plate__near"
        d="M0 196 90 168l64 20 92-34 88 36 104-26 92 30 110-22v68H0z"
      />
      <path className="night-plate__house" d="M262 204v-30l26-16 26 16v-48l10-26 10 26v48h54v30z" />
      <g className="night-plate__stars">
        <path d="M70 44h2M150 28h2M236 58h2M330 30h2M420 52h2M512 34h2M588 66h2M120 86h2M470 84h2" />
      </g>
    </svg>
  );
}
