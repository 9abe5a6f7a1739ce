import { Link, type LinkProps } from 'react-router';
import { useLocalized } from './language.ts';
import { isPublicPath } from '#contract/public-paths.ts';

export interface LocalLinkProps extends Omit<LinkProps, 'to'> {
  /** A path of the site without language prefix, e.g. `/concerts/12`. */
  to: string;
}

/** A link that stays under /de or /en if the page exists there. Pages of one visitor are not prefetched. */
export function LocalLink(props: LocalLinkProps) {
  const { to, prefetch = isPublicPath(to) ? 'intent' : 'none', ...rest } = props;
  const localized = useLocalized();
  return <Link to={localized(to)} prefetch={prefetch} {...rest} />;
}
