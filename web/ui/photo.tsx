interface PhotoProps {
  photo: { avif: string; jpeg: string; width: number; height: number; alt: string };
  className: string;
  /** Its width in the layout, for the choice of a file. */
  sizes: string;
  isFirst?: boolean;
}

/** A photograph in the width that its place needs; its size is known before it loads. */
export function Photo({ photo, className, sizes, isFirst = false }: PhotoProps) {
  const { avif, jpeg, width, height, alt } = photo;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        className={className}
        srcSet={jpeg}
        sizes={sizes}
        src={jpeg.split(' ', 1)[0]}
        width={width}
        height={height}
        alt={alt}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}
