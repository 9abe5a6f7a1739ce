import { needsScriptTexts } from '#messages/needs-script.ts';
import { useTexts } from '../platform/language.ts';
import { useSite } from '../platform/site.ts';
import { telHref } from '../ui/tel-href.ts';

/** For what cannot be done without scripts: says so, and how else to reach the association. */
export function NeedsScript({ to }: { to: keyof typeof needsScriptTexts }) {
  // whoever runs scripts never sees it: the browser need not know the words
  return <noscript>{import.meta.env.SSR && <Words to={to} />}</noscript>;
}

function Words({ to }: { to: keyof typeof needsScriptTexts }) {
  const texts = useTexts(needsScriptTexts);
  const { association } = useSite();
  return (
    <p className="ui">
      {texts[to]} <a href={`mailto:${association.email}`}>{association.email}</a>,{' '}
      <a href={telHref(association.phone)} className="tied">
        {association.phone}
      </a>
    </p>
  );
}
