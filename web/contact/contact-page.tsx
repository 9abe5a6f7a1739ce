import { contactTexts } from '#messages/contact.ts';
import { useTexts } from '../platform/language.ts';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/server-context.ts';
import type { Route } from './+types/contact-page';
import { ContactForm } from './contact-form.tsx';
import { DirectContact } from './direct-contact.tsx';
import { submitMessage } from './submit-message.server.ts';
import './contact.css';

export const action = async ({ request, url, context }: Route.ActionArgs) =>
  submitMessage(context.get(shopContext), await request.formData(), url.pathname);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** Contact (product.md 2 and 5). */
export default function ContactPage({ actionData }: Route.ComponentProps) {
  const texts = useTexts(contactTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      <p className="lead contact__lead">{texts.lead}</p>
      <div className="contact">
        <ContactForm posted={actionData} />
        <DirectContact />
      </div>
    </div>
  );
}
