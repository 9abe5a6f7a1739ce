import { contactTexts } from '#messages/contact.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { useSite } from '../platform/site.ts';
import { telHref } from '../festival/linkify-contacts.ts';
import abbey from '../festival/abbey.svg?url';

/** Address, telephone and e-mail of the association, under its house. */
export function DirectContact() {
  const { association } = useSite();
  const texts = useTexts(contactTexts);
  const language = useLanguage();
  return (
    <section className="contact__direct" aria-labelledby="direct-contact">
      <img src={abbey} alt="" width="640" height="260" />
      <h2 id="direct-contact">{texts.orDirectly}</h2>
      <address lang={language === 'de' ? undefined : 'de'}>
        {association.name}
        <br />
        {association.street}
        <br />
        {association.postal_code} {association.city}
        <a href={telHref(association.phone)}>{association.phone}</a>
        <a href={`mailto:${association.email}`}>{association.email}</a>
      </address>
    </section>
  );
}
