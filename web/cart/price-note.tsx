import { POSTAL_DELIVERY_CENTS } from '#contract/constants.ts';
import { formatMoney } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { useSite } from '../platform/site.ts';

/**
 * Tax and delivery cost, beside every price (clarifications.md, Selling; PAngV). Once the way of delivery is
 * chosen its cost stands in the sum.
 */
export function PriceNote({ deliveryChosen }: { deliveryChosen: boolean }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const { tax_note: tax } = useSite();
  const postal = formatMoney(POSTAL_DELIVERY_CENTS / 100, language);
  return (
    <p className="small price-note">{deliveryChosen ? tax : texts.priceNote({ tax, postal })}</p>
  );
}
