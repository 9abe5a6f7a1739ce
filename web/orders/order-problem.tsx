import { useLocation } from 'react-router';
import { orderTexts } from '#messages/orders.ts';
import { useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import { NightPlate } from '../ui/illustrations.tsx';

/** Why the order or its document cannot be shown (product.md 8). */
export type OrderProblemKind =
  | 'tokenMissing'
  | 'tokenInvalid'
  | 'notFound'
  | 'unexpected'
  | 'documentExpired';

/** A night plate without a lit window, the specified text, and a contact. */
export function OrderProblem({ problem }: { problem: OrderProblemKind }) {
  const texts = useTexts(orderTexts);
  const { search } = useLocation();
  const title = problem === 'documentExpired' ? texts.documentTitle : texts.problemTitle;
  return (
    <div className="wrap page">
      <PageHead title={title} failed noindex />
      <div className="empty">
        <NightPlate />
        <h1 className="page-title">{title}</h1>
        <p className="lead">{texts[problem]}</p>
        <p>{texts.problemHelp}</p>
        <div className="button-row">
          {problem === 'unexpected' && <ButtonAnchor href={search}>{texts.tryAgain}</ButtonAnchor>}
          <ButtonLink to="/contact" kind={problem === 'unexpected' ? 'line' : 'primary'}>
            {texts.toContact}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
