import { useSite } from '../platform/site.ts';
import { telHref } from '../platform/tel-href.ts';

/** For what cannot be done without scripts: says so, and how else to reach the association. */
export function NeedsScript({ text }: { text: string }) {
  const { association } = useSite();
  return (
    <noscript>
      <p className="ui needs-script">
        {text} <a href={`mailto:${association.email}`}>{association.email}</a>,{' '}
        <a href={telHref(association.phone)} className="tied">
          {association.phone}
        </a>
      </p>
    </noscript>
  );
}
