interface QrPictureProps {
  /** The path of its squares, and the size of its viewBox. */
  qr: { size: number; path: string };
  label: string;
}

/** A QR code. */
export function QrPicture({ qr: { size, path }, label }: QrPictureProps) {
  return (
    <svg
      className="office-key__qr"
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing has no address for `img`
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
