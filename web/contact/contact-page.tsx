import { data, useActionData, type ActionFunctionArgs } from 'react-router';
import { contactTexts } from '#messages/contact.ts';
import { ApiError } from '../platform/api-error.ts';
import { useTexts } from '../platform/language.ts';
import { apiContext } from '../platform/server-context.ts';
import type { ContactValues } from './check-message.ts';
import { ContactForm, type ContactAnswer } from './contact-form.tsx';
import { DirectContact } from './direct-contact.tsx';
import './contact.css';

/** The form's post where no script runs; with one, the form sends itself to the API. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api } = context.get(apiContext);
  const form = await request.formData();
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const values: ContactValues = {
    email: read('email'),
    subject: read('subject'),
    message: read('message'),
  };
  try {
    await api.call('sendContactMessage', { body: { ...values, honeypot: read('honeypot') } });
    return data<ContactAnswer>({ sent: true, values: null, errors: {} });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const answer: ContactAnswer = { sent: false, values, errors: error.fieldErrors };
    return data(answer, { status: error.status || 503 });
  }
}

/** Contact (product.md 2 and 5). */
export default function ContactPage() {
  const answer = useActionData<typeof action>();
  const texts = useTexts(contactTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      <p className="lead contact__lead">{texts.lead}</p>
      <div className="contact">
        <ContactForm answer={answer} />
        <DirectContact />
      </div>
    </div>
  );
}
