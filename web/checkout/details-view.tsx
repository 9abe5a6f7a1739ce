import { useLanguage } from '../platform/language.tsx';
import type { DeliveryDetails } from './details-values.ts';

/** The details to read; also on the payment step. */
export function DetailsView({ details }: { details: DeliveryDetails }) {
  const language = useLanguage();
  const lines = [
    `${details.firstName} ${details.lastName}`,
    details.street,
    `${details.zip} ${details.city}`,
    details.country.name[language],
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
