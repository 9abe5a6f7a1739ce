import { useState, type FormEvent } from 'react';
import { isEmail } from '#contract/rules.ts';
import { layoutTexts } from '#messages/layout.ts';
import { api } from '../platform/api.ts';
import { useTexts } from '../platform/language.ts';
import { Button } from '../ui/button.tsx';

/** The footer's sign-up; the answer is the same for known and unknown addresses (api.md). */
export function NewsletterSignUp() {
  const texts = useTexts(layoutTexts);
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'refused'>('idle');

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'sending') return;
    if (!isEmail(email.trim())) {
      setState('refused');
      setMessage(texts.newsletterEmailInvalid);
      return;
    }
    setState('sending');
    try {
      await api.call('signUpForNewsletter', { body: { email } }, { ownStatuses: true });
      setState('sent');
      setMessage(texts.newsletterSent);
      setEmail('');
    } catch (error) {
      setState('refused');
      setMessage(error instanceof Error ? error.message : '');
    }
  };

  return (
    <form className="newsletter" noValidate onSubmit={(event) => void send(event)}>
      <label htmlFor="newsletter-email">{texts.newsletterLabel}</label>
      <div className="newsletter__row">
        <input
          id="newsletter-email"
          name="newsletter-email"
          type="email"
          autoComplete="email"
          value={email}
          aria-describedby="newsletter-message"
          aria-invalid={state === 'refused' ? true : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" kind="line">
          {texts.newsletterSend}
        </Button>
      </div>
      <output id="newsletter-message" className="newsletter__message">
        {message}
      </output>
    </form>
  );
}
