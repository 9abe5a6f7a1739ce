import { useLanguage } from '../platform/language.tsx';
import type { DeliveryDetails } from './details-values.ts';

/** The details to read; also on the payment step. */
export function DetailsView({ details }: { details: DeliveryDetails }) {
  const language = useLanguage();
  const { street, zip, city, country } = details.address;
  const lines = [
    `${details.first_name} ${details.last_name}`,
    street,
    `${zip} ${city}`,
    language === 'de' ? country.name_de : country.name_en,
    ...(details.email ? [details.email] : []),
  ];
  return (
    <address className="details-view">
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </address>
  );
}
