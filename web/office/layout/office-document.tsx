import { use, type ReactNode } from 'react';
import { Links, Scripts, useLocation } from 'react-router';
import { PROBLEM_PATH } from '#contract/paths.ts';
import { layoutTexts } from '#messages/layout.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { NonceContext, StylesContext } from '../../platform/document.tsx';

/** The document of the office's pages. */
export function OfficeDocument({ children }: { children: ReactNode }) {
  const { language, isTestMode } = useFrame();
  const { testMode } = useTexts(layoutTexts);
  const nonce = use(NonceContext);
  // without scripts: it is rendered at another page's address, whose route would be hydrated
  const isProblem = useLocation().pathname === PROBLEM_PATH;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <Links />
        <style
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: use(StylesContext) }}
          suppressHydrationWarning
        />
      </head>
      <body>
        {isTestMode && (
          <aside className="office-demo" aria-label="TEST MODE">
            {testMode}
          </aside>
        )}
        {children}
        {!isProblem && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}
