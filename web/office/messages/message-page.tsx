import { formatDayAndTime } from '#contract/format.ts';
import { messageTexts } from '#messages/office/messages.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { readText } from '../../forms/read-fields.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/message-page';
import { ReplyForm } from './reply-form.tsx';
import { messageStates } from '#contract/office/states.ts';
import { ButtonForm } from '../ui/button-form.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context.get(officeContext).read('message:get', { id: params.id });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const texts = pickTexts(messageTexts, office.language);
  const { id } = params;
  const page = `/office/messages/${id}`;
  const name = form.get('form');
  if (name === 'state') {
    const state = readText(form, 'state');
    return await submitForm(office, form, {
      command: 'message:state',
      input: { id, state, from: readText(form, 'from') },
      to: page,
      say: () => {
        const sorted = messageStates.find((each) => each === state);
        return sorted === undefined ? '' : texts.sortedAs({ state: texts[sorted] });
      },
      undo: ({ before }) => ({
        path: page,
        entries: { form: 'state', state: String(before), from: state },
      }),
    });
  }
  if (name !== 'reply') throw new Response(null, { status: 404 });
  return await submitForm(office, form, {
    command: 'message:reply',
    input: {
      id,
      subject: form.get('subject'),
      text: form.get('text'),
      replies: readText(form, 'replies'),
    },
    to: page,
    say: ({ email }) => texts.sentTo({ email: String(email) }),
  });
}

/** A message, its replies, and its actions (office.md 8.3). */
export default function MessagePage({ loaderData: message }: Route.ComponentProps) {
  const texts = useTexts(messageTexts);
  const language = useLanguage();
  const { subject, state } = message;
  return (
    <>
      <Breadcrumb items={[{ label: texts.title, path: '/office/messages' }, { label: subject }]} />
      <OfficeTitle title={subject} />
      <Section id="received" title={texts.received}>
        <p>
          {message.email}, {formatDayAndTime(message.createdAt, language)},{' '}
          <span className="office-state">{texts[state]}</span>
        </p>
        <p className="office-quote">{message.text}</p>
      </Section>
      {message.replies.length > 0 && (
        <Section id="replies" title={texts.replies}>
          {message.replies.map((reply) => (
            <article key={reply.id}>
              <h3>
                {reply.by ?? '–'}, {formatDayAndTime(reply.createdAt, language)}
              </h3>
              <p className="office-quote">{reply.text}</p>
            </article>
          ))}
        </Section>
      )}
      <ReplyForm message={message} />
      <Section id="orders" title={texts.orders}>
        {message.orders.length === 0 && <p>{texts.noOrders}</p>}
        <ul>
          {message.orders.map(({ orderNo, createdAt }) => (
            <li key={orderNo}>
              <OrderLink no={orderNo} />, {formatDayAndTime(createdAt, language)}
            </li>
          ))}
        </ul>
      </Section>
      <StateForms id={message.id} state={state} />
    </>
  );
}

function StateForms({ id, state }: { id: number; state: string }) {
  const texts = useTexts(messageTexts);
  const isDone = state === 'done';
  return (
    <div className="office-section">
      <div className="office-buttons">
        <ButtonForm
          entries={{ form: 'state', from: state }}
          name="state"
          value={isDone ? 'new' : 'done'}
        >
          {isDone ? texts.reopen : texts.markDone}
        </ButtonForm>
        <a className="button button--line" href={`/office/messages/${id}/delete`}>
          {texts.delete}
        </a>
      </div>
    </div>
  );
}
