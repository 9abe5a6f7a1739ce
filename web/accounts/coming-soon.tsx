import type { ReactNode } from 'react';
import { personalTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.tsx';

/** The placeholder over what is still to come (product.md 2). */
export function ComingSoon({ children }: { children: ReactNode }) {
  const texts = useTexts(personalTexts);
  return (
    <div className="coming-soon">
      <p className="coming-soon__word">{texts.comingSoon}</p>
      <div className="small">{children}</div>
    </div>
  );
}
