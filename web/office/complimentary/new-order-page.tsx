import './complimentary.css';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { officeContext } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Route } from './+types/new-order-page';
import { KindFields, RecipientFields, listTicketLabels, TicketFields } from './order-fields.tsx';
import { quantityField } from '#contract/office/forms.ts';

/** Fields whose errors are listed with their label. */
const labelled = [
  'firstName',
  'lastName',
  'email',
  'language',
  'delivery',
  'street',
  'zip',
  'city',
  'country',
  'reason',
] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const concerts = await context.get(officeContext).read('complimentary:concerts', {});
  return { concerts, chosen: [...url.searchParams.keys()] };
}

/** Issues complimentary tickets and redirects to the new order, which shows the message. */
export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const texts = complimentaryTexts;
  const { language } = office;
  return await submitForm(office, form, {
    command: 'order:complimentary',
    input: flatten(form),
    to: ({ orderNo }) =>
      form.has('another') ? againPath(form) : `/office/orders/${String(orderNo)}`,
    say({ orderNo, tickets, isBeyondLimits }) {
      const issued = texts.issued[language]({ no: String(orderNo), n: Number(tickets) });
      return isBeyondLimits === true ? `${issued} ${texts.notice[language]}` : issued;
    },
  });
}

/** The form for the next person, with one ticket of each type that this one got. */
function againPath(form: FormData): string {
  const chosen = [...form].filter(
    ([name, value]) => name.startsWith('tickets-') && Number(value) > 0,
  );
  return `/office/orders/new?${new URLSearchParams(chosen.map(([name]) => [name, '1']))}`;
}

/** The form of a new order (office.md 7.4). */
export default function NewOrderPage({ loaderData: { concerts, chosen } }: Route.ComponentProps) {
  const texts = useTexts(complimentaryTexts);
  const state = useForm('complimentary');
  return (
    <>
      <Breadcrumb
        items={[{ label: texts.orders, path: '/office/orders' }, { label: texts.newOrder }]}
      />
      <OfficeTitle title={texts.newOrder} />
      <div className="office-section new-order__lead">
        <p>{texts.lead}</p>
        <p>{texts.rules}</p>
      </div>
      {concerts.length === 0 ? (
        <p>{texts.noConcerts}</p>
      ) : (
        <FormShell
          form={state}

          labels={{
            ...Object.fromEntries(labelled.map((name) => [name, texts[name]])),
            ...Object.fromEntries(concerts.flatMap(listTicketLabels)),
          }}
          className="form new-order"
        >
          <TicketFields
            concerts={concerts}
            value={(id) =>
              state.value(quantityField(id), chosen.includes(quantityField(id)) ? '1' : '0')
            }
            error={state.error}
          />
          <RecipientFields state={state} />
          <KindFields state={state} />
          <div className="office-buttons">
            <button className="button button--primary">{texts.issue}</button>
            <button className="button button--line" name="another" value="1">
              {texts.issueAnother}
            </button>
          </div>
        </FormShell>
      )}
    </>
  );
}
