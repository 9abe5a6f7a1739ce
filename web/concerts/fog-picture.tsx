/** A ridge that is only just to be seen. */
export function FogPicture() {
  return (
    <svg className="empty__picture" viewBox="0 0 640 220" aria-hidden="true">
      <path fill="#E3E6E3" d="M0 0H640V220H0Z" />
      <path
        fill="#CDD3D0"
        d="M0 150L90 96L140 120L236 52L300 104L352 84L430 128L520 70L640 136V220H0Z"
      />
      <path fill="#E3E6E3" d="M0 172Q160 132 320 168T640 156V220H0Z" />
      <path
        fill="none"
        stroke="#98A3A0"
        strokeWidth="1.5"
        d="M40 186H260M120 196H420M340 180H600M60 206H330"
      />
    </svg>
  );
}
