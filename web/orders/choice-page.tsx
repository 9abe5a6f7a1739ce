import '../ui/choice.css';
import './find-tickets.css';
import { data, redirect } from 'react-router';
import { formatDayAndTime, formatMoney } from '#contract/format.ts';
import { choiceTexts } from '#messages/choice.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { Field } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { readFields } from '../forms/read-fields.ts';
import { refuse } from '../forms/submit.server.ts';
import { useForm, type FormState } from '../forms/use-form.ts';
import { LocalLink, useLanguage, useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext, type OutputOf } from '../platform/visit.ts';
import type { Route } from './+types/choice-page';

type Choice = OutputOf<'choice:read'>;

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { output, problem } = await context.get(shopContext).tryRead('choice:read', { token });
  return data(output, { status: problem?.status ?? 200 });
}

export async function action({ request, url, params: { token }, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  const entries = { ...readFields(form, ['answer', 'amount']), token };
  const { problem } = await visit.submit('choice:save', entries, { form });
  if (problem !== null) return refuse('choice', form, problem);
  visit.setFlash({ kind: 'success', text: pickTexts(choiceTexts, visit.language).saved });
  throw redirect(url.pathname, 303);
}

export { clientAction } from '../forms/client-action.ts';

/** Lets the buyer of a cancelled concert choose what becomes of the money, without signing in (running.md 4). */
export default function ChoicePage({ loaderData: choice }: Route.ComponentProps) {
  const language = useLanguage();
  return choice === null ? <Gone /> : <ChoiceOf choice={choice} title={choice.title[language]} />;
}

function Gone() {
  const texts = useTexts(choiceTexts);
  return (
    <div className="wrap page">
      <PageHead title={texts.gone} failed noindex />
      <h1 className="page-title">{texts.gone}</h1>
      <p className="lead find-tickets__lead">{texts.goneText}</p>
      <p>
        <LocalLink to="/contact" className="text-link">
          {texts.toContact}
        </LocalLink>
      </p>
    </div>
  );
}

function ChoiceOf({ choice, title }: { choice: Choice; title: string }) {
  const texts = useTexts(choiceTexts);
  const language = useLanguage();
  const form = useForm<'answer' | 'amount'>('choice');
  const { cents, isOpen, answer, endsAt, startsAt } = choice;
  const amount = formatMoney(cents, language);
  return (
    <div className="wrap page">
      <PageHead title={title} failed={form.hasFailed} noindex />
      <h1 className="page-title">{title}</h1>
      <p className="lead find-tickets__lead">
        {texts.cancelled({ date: formatDayAndTime(startsAt, language) })}{' '}
        {isOpen &&
          answer === null &&
          endsAt !== null &&
          texts.lead({ amount, until: formatDayAndTime(endsAt, language) })}
      </p>
      {answer !== null && <Decision choice={choice} />}
      {isOpen && <ChoiceForm form={form} choice={choice} />}
    </div>
  );
}

/** What was decided, and when. */
function Decision({ choice: { cents, donatedCents, decidedAt } }: { choice: Choice }) {
  const texts = useTexts(choiceTexts);
  const language = useLanguage();
  const donated = formatMoney(donatedCents, language);
  const amount = formatMoney(cents - donatedCents, language);
  return (
    <p className="find-tickets__lead">
      {decidedAt !== null && texts.decided({ when: formatDayAndTime(decidedAt, language) })}{' '}
      <strong>
        {donatedCents === 0
          ? texts.refunded({ amount })
          : donatedCents === cents
            ? texts.donated({ donated })
            : texts.shared({ amount, donated })}
      </strong>
    </p>
  );
}

function ChoiceForm({ form, choice }: { form: FormState<'answer' | 'amount'>; choice: Choice }) {
  const texts = useTexts(choiceTexts);
  const language = useLanguage();
  const answers = [
    ['refund', texts.refund({ amount: formatMoney(choice.cents, language) })],
    ['part', texts.part],
    ['all', texts.all],
  ] as const;
  const error = form.errors.answer;
  const typedAmount = formatMoney(choice.donatedCents, language).replaceAll(/[^\d.,]/g, '');
  return (
    <FormShell form={form} className="form find-tickets__form">
      <fieldset className="radio-cards">
        <legend className="radio-cards__legend">{texts.legend}</legend>
        {choice.purpose !== null && (
          <p className="form__note">{texts.purpose({ purpose: choice.purpose[language] })}</p>
        )}
        {error !== undefined && (
          <span className="field__error" id="answer-error">
            {error}
          </span>
        )}
        {answers.map(([value, label], index) => (
          <label key={value} className="radio-card">
            <input
              type="radio"
              id={index === 0 ? 'answer' : `answer-${value}`}
              name="answer"
              value={value}
              defaultChecked={choice.answer === value}
              {...(error === undefined ? {} : { 'aria-describedby': 'answer-error' })}
            />
            <span className="radio-card__label">{label}</span>
          </label>
        ))}
      </fieldset>
      <Field
        {...form.field('amount', choice.answer === 'part' ? typedAmount : '')}
        label={texts.amount}
        inputMode="decimal"
        autoComplete="off"
      />
      <SubmitRow
        form={form}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.failed}
      />
    </FormShell>
  );
}
