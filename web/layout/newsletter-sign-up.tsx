import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isEmail } from '#contract/rules.ts';
import { layoutTexts } from '#messages/layout.ts';
import { api } from '../platform/api.ts';
import { frameFailed } from '../platform/failed-form.ts';
import { useTexts } from '../platform/language.ts';
import { useOnNavigation } from '../platform/use-on-navigation.ts';
import { Button } from '../ui/button.tsx';

const idle = { kind: 'idle', message: '' };

/** The footer's sign-up; the answer is the same for known and unknown addresses (api.md, Contact and newsletter). */
export function NewsletterSignUp() {
  const texts = useTexts(layoutTexts);
  const [{ kind, message }, tell] = useState(idle);
  const field = useRef<HTMLInputElement>(null);
  const refused = kind === 'refused';
  useEffect(() => frameFailed.set(refused), [refused]);
  useOnNavigation(() => tell(idle));

  const refuse = (reason: string) => {
    tell({ kind: 'refused', message: reason });
    field.current?.focus();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // the browser keeps it: it may have been typed before the page came to life
    const email = field.current?.value.trim() ?? '';
    if (kind === 'sending') return;
    if (!isEmail(email)) return refuse(texts.newsletterEmailInvalid);
    tell({ ...idle, kind: 'sending' });
    try {
      await api.call('signUpForNewsletter', { body: { email } });
      tell({ kind: 'sent', message: texts.newsletterSent });
      if (field.current) field.current.value = '';
    } catch (error) {
      refuse(error instanceof Error ? error.message : '');
    }
  };

  return (
    <form className="newsletter" noValidate onSubmit={(event) => void send(event)}>
      <label htmlFor="newsletter-email">{texts.newsletterLabel}</label>
      <div className="newsletter__row">
        <input
          ref={field}
          id="newsletter-email"
          name="newsletter-email"
          type="email"
          autoComplete="email"
          aria-describedby="newsletter-message"
          aria-invalid={refused ? true : undefined}
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
