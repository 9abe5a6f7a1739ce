import '../ui/choice.css';
import './find-tickets.css';
import { data, redirect } from 'react-router';
import { formatDay, formatDayAndTime, formatMoney } from '#contract/format.ts';
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
  const { problem } = await visit.submit('choice:save', entries, form);
  if (problem !== null) return refuse('choice', form, problem);
  const { saved, savedKeep } = pickTexts(choiceTexts, visit.language);
  visit.setFlash({ kind: 'success', text: entries.answer === 'keep' ? savedKeep : saved });
  throw redirect(url.pathname, 303);
}

export { clientAction } from '../forms/client-action.ts';

/** Lets the buyer of a cancelled or moved concert choose about money and tickets, without signing in (office.md 6). */
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
  const form = useForm<'answer' | 'amount'>('choice');
  return (
    <div className="wrap page">
      <PageHead title={title} failed={form.hasFailed} noindex />
      <h1 className="page-title">{title}</h1>
      <Lead choice={choice} />
      {choice.outcome !== null && <Decision choice={choice} />}
      {choice.answers.length > 0 && <ChoiceForm form={form} choice={choice} />}
    </div>
  );
}

/** What has become of the concert, and until when what can be chosen. */
function Lead({ choice }: { choice: Choice }) {
  const texts = useTexts(choiceTexts);
  const language = useLanguage();
  const { cents, answers, outcome, endsAt, startsAt, returns } = choice;
  const date = formatDayAndTime(startsAt, language);
  if (returns === null || outcome === 'cancelled') {
    return (
      <p className="lead find-tickets__lead">
        {texts.isCancelled({ date })}{' '}
        {outcome === null &&
          endsAt !== null &&
          texts.lead({
            amount: formatMoney(cents, language),
            until: formatDayAndTime(endsAt, language),
          })}
      </p>
    );
  }
  const day = formatDay(returns.until, language);
  return (
    <>
      <p className="lead find-tickets__lead">
        {texts.moved({ date, venue: returns.venue[language] })}
      </p>
      {answers.length > 0 ? (
        <p className="find-tickets__lead">
          {texts.returns({ ...returns, day })} {outcome === null && texts.otherwiseKept}
        </p>
      ) : (
        outcome === 'keep' && <p className="find-tickets__lead">{texts.ended({ day })}</p>
      )}
    </>
  );
}

/** What was decided, and when; or what has become of the tickets without a decision. */
function Decision({ choice: { cents, outcome, donatedCents, decidedAt } }: { choice: Choice }) {
  const texts = useTexts(choiceTexts);
  const language = useLanguage();
  const donated = formatMoney(donatedCents, language);
  const amount = formatMoney(cents - donatedCents, language);
  const isOwn = outcome !== 'void' && outcome !== 'cancelled' && outcome !== 'disputed';
  const decision = !isOwn
    ? texts[outcome]
    : outcome === 'keep'
      ? texts.kept
      : cents === 0
        ? texts.returned
        : donatedCents === 0
          ? texts.refunded({ amount })
          : donatedCents === cents
            ? texts.donated({ donated })
            : texts.shared({ amount, donated });
  return (
    <p className="find-tickets__lead">
      {isOwn &&
        decidedAt !== null &&
        texts.decided({ when: formatDayAndTime(decidedAt, language) })}{' '}
      <strong>{decision}</strong>
    </p>
  );
}

function ChoiceForm({ form, choice }: { form: FormState<'answer' | 'amount'>; choice: Choice }) {
  const texts = useTexts(choiceTexts);
  const language = useLanguage();
  const { cents, answers, returns, outcome } = choice;
  const labels = {
    keep: texts.keep,
    refund: cents === 0 ? texts.return : texts.refund({ amount: formatMoney(cents, language) }),
    part: texts.part,
    all: texts.all,
  };
  const error = form.errors.answer;
  const typedAmount = formatMoney(choice.donatedCents, language).replaceAll(/[^\d.,]/g, '');
  return (
    <FormShell form={form} className="form find-tickets__form">
      <fieldset className="radio-cards">
        <legend className="radio-cards__legend">
          {returns === null ? texts.legend : texts.returnLegend}
        </legend>
        {returns !== null && <p className="form__note">{texts.returnNote}</p>}
        {choice.purpose !== null && answers.includes('all') && (
          <p className="form__note">{texts.purpose({ purpose: choice.purpose[language] })}</p>
        )}
        {error !== undefined && (
          <span className="field__error" id="answer-error">
            {error}
          </span>
        )}
        {answers.map((value, index) => (
          <label key={value} className="radio-card">
            <input
              type="radio"
              id={index === 0 ? 'answer' : `answer-${value}`}
              name="answer"
              value={value}
              defaultChecked={outcome === value}
              {...(error === undefined ? {} : { 'aria-describedby': 'answer-error' })}
            />
            <span className="radio-card__label">{labels[value]}</span>
          </label>
        ))}
      </fieldset>
      {answers.includes('part') && (
        <Field
          {...form.field('amount', outcome === 'part' ? typedAmount : '')}
          label={texts.amount}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <SubmitRow
        form={form}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.failed}
      />
    </FormShell>
  );
}
