import { useLocation } from 'react-router';
import { orderTexts } from '#messages/orders.ts';
import { useTexts } from '../platform/language.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { DocumentList, type Order } from './document-list.tsx';
import { useOrder } from './use-order.ts';

/** The documents of an order, which is polled until all of them are ready (product.md 2). */
export function DocumentsSection({ order }: { order: Order }) {
  const texts = useTexts(orderTexts);
  const { announcement, takesLong, checkNow } = useOrder(order);
  return (
    <section className="shop__section" aria-labelledby="documents-heading">
      <h2 id="documents-heading">{texts.documentsTitle}</h2>
      <DocumentList order={order} />
      {!order.all_urls_ready && <ReloadLink />}
      <output className="visually-hidden">{announcement}</output>
      {takesLong && (
        <AlertBox kind="info">
          <p>{texts.takesLong}</p>
          <Button kind="line" small onClick={checkNow}>
            {texts.checkAgain}
          </Button>
        </AlertBox>
      )}
    </section>
  );
}

/** Without scripts the reader reloads: a page that reloads by itself loses the reading position (WCAG 2.2.1). */
function ReloadLink() {
  const texts = useTexts(orderTexts);
  const { search } = useLocation();
  if (useHydrated()) return null;
  return (
    <p className="documents__reload without-scripts">
      <a className="text-link text-link--quiet" href={search}>
        {texts.reload}
      </a>
    </p>
  );
}
