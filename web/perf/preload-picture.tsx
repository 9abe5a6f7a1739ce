interface PreloadPictureProps {
  wide: string;
  phone: string;
  /** Media query of the phone's picture. */
  phoneQuery: string;
}

/** Preloads the first view's picture in the server's page: the browser discovers it only after fonts and scripts. */
export function PreloadPicture({ wide, phone, phoneQuery }: PreloadPictureProps) {
  if (!import.meta.env.SSR) return null;
  const common = { rel: 'preload', as: 'image', fetchPriority: 'high' } as const;
  return (
    <>
      <link {...common} href={phone} media={phoneQuery} />
      <link {...common} href={wide} media={`not all and ${phoneQuery}`} />
    </>
  );
}
