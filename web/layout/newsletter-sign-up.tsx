import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import { isEmail } from '#contract/rules.ts';
import { toLine } from '#contract/typed-text.ts';
import { layoutTexts } from '#messages/layout.ts';
import { frameFailed } from '../platform/page-head.tsx';
import { useTexts } from '../platform/language.tsx';
import { useOnResult } from '../forms/use-on-result.ts';
import { Button } from '../ui/button.tsx';
import { FormHiddenFields } from '../forms/form-hidden-fields.tsx';

interface SignUpResult {
  problem: ProblemDto | null;
  values?: { email: string; from: string };
}

/** The footer's sign-up; `response`: of the form sent without scripts. */
export function NewsletterSignUp({ response }: { response?: SignUpResult | undefined }) {
  const texts = useTexts(layoutTexts);
  const { key, pathname, search } = useLocation();
  // on the next page nothing has been sent yet
  const fetcher = useFetcher<SignUpResult>({ key: `newsletter ${key}` });
  const [invalidAt, setInvalidAt] = useState('');
  const isInvalid = invalidAt === key;
  const field = useRef<HTMLInputElement>(null);
  const result = fetcher.state === 'idle' ? (fetcher.data ?? response) : undefined;
  const said = result && (result.problem?.message ?? texts.newsletterSent);
  const message = isInvalid ? texts.newsletterEmailInvalid : (said ?? '');
  const refused = isInvalid || Boolean(result?.problem);
  useEffect(() => frameFailed.set(refused), [refused]);
  useOnResult(fetcher, ({ problem }) => {
    if (problem) field.current?.focus();
    else if (field.current) field.current.value = '';
  });
  const check = (event: FormEvent) => {
    const isGood = isEmail(toLine(field.current?.value ?? ''));
    setInvalidAt(isGood ? '' : key);
    if (isGood && fetcher.state === 'idle') return;
    event.preventDefault();
    if (!isGood) field.current?.focus();
  };
  return (
    <fetcher.Form
      className="newsletter"
      method="post"
      action="/newsletter"
      noValidate
      onSubmit={check}
    >
      <FormHiddenFields />
      <input type="hidden" name="from" value={response?.values?.from ?? pathname + search} />
      <label htmlFor="newsletter-email">{texts.newsletterLabel}</label>
      <div className="newsletter__row">
        <input
          ref={field}
          id="newsletter-email"
          name="newsletter-email"
          type="email"
          autoComplete="email"
          defaultValue={response?.values?.email}
          {...(response ? { autoFocus: true } : {})}
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
    </fetcher.Form>
  );
}
