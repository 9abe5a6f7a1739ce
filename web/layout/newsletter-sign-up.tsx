import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isEmail } from '#contract/rules.ts';
import { layoutTexts } from '#messages/layout.ts';
import { api } from '../platform/api.ts';
import { setFrameFailed } from '../platform/failed-form.ts';
import { useTexts } from '../platform/language.ts';
import { useOnNavigation } from '../platform/use-on-navigation.ts';
import { Button } from '../ui/button.tsx';

type State = 'idle' | 'sending' | 'sent' | 'refused';

/** The footer's sign-up; the answer is the same for known and unknown addresses (api.md). */
export function NewsletterSignUp() {
  const texts = useTexts(layoutTexts);
  const [email, setEmail] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { state, message, send } = useSignUp();
  useEffect(() => setFrameFailed(state === 'refused'), [state]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await send(email.trim());
    if (outcome === 'sent') setEmail('');
    if (outcome === 'refused') field.current?.focus();
  };

  return (
    <form className="newsletter" noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor="newsletter-email">{texts.newsletterLabel}</label>
      <div className="newsletter__row">
        <input
          ref={field}
          id="newsletter-email"
          name="newsletter-email"
          type="email"
          autoComplete="email"
          value={email}
          aria-describedby="newsletter-message"
          aria-invalid={state === 'refused' ? true : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" kind="line" aria-disabled={state === 'sending' || undefined}>
          {texts.newsletterSend}
        </Button>
      </div>
      <output id="newsletter-message" className="newsletter__message">
        {message}
      </output>
    </form>
  );
}

/** What became of the sign-up; forgotten with the next page. */
function useSignUp() {
  const texts = useTexts(layoutTexts);
  const [state, setState] = useState<State>('idle');
  const [message, setMessage] = useState('');

  const tell = (next: State, text: string) => {
    setState(next);
    setMessage(text);
    return next;
  };
  useOnNavigation(() => void tell('idle', ''));

  const send = async (email: string): Promise<State> => {
    if (state === 'sending') return state;
    if (!isEmail(email)) return tell('refused', texts.newsletterEmailInvalid);
    setState('sending');
    try {
      await api.call('signUpForNewsletter', { body: { email } });
      return tell('sent', texts.newsletterSent);
    } catch (error) {
      return tell('refused', error instanceof Error ? error.message : '');
    }
  };

  return { state, message, send };
}
