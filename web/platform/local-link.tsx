import { Link, type LinkProps } from 'react-router';
import { useLocalized } from './language.ts';

export interface LocalLinkProps extends Omit<LinkProps, 'to'> {
  /** A path of the site without language prefix, e.g. `/concerts/12`. */
  to: string;
}

/** A link that stays under /de or /en when the page is there. */
export function LocalLink({ to, prefetch = 'intent', ...rest }: LocalLinkProps) {
  const localized = useLocalized();
  return <Link to={localized(to)} prefetch={prefetch} {...rest} />;
}
