import '../today/today.css';
import { formatDayAndTime, formatNumber } from '#contract/format.ts';
import { partOfField } from '#contract/office/concert-entries.ts';
import { readRowId } from '#contract/office/forms.ts';
import { mayOpen } from '#contract/office/screens.ts';
import type { Role } from '#contract/office/staff.ts';
import { frameTexts } from '#messages/office/frame.ts';
import {
  concertFieldTexts,
  concertOfficeTexts,
  labelOfConcertField,
} from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { todayTexts } from '#messages/office/today.ts';
import { useActionData } from 'react-router';
import { readText } from '../../forms/read-fields.ts';
import type { Refused } from '../../forms/use-form.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { RecentOrders } from '../today/today-lists.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { Section, TermList } from '../ui/section.tsx';
import { ThingEvents } from '../ui/thing-events.tsx';
import type { Route } from './+types/concert-page';
import { RunProgress } from '../runs/run-progress.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { submitSale } from './sale.server.ts';

type ConcertPageDto = OutputOf<'concert:page'>;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const concert = await office.read('concert:page', { id: readRowId(id) });
  const seesOrders = concert.sale !== null && mayOpen(office.staff.role, '/office/orders');
  const [orders, events] = await Promise.all([
    seesOrders ? office.read('concert:orders', concert) : null,
    office.read('concert:events', concert),
  ]);
  return { concert, orders, events };
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const to = `/office/concerts/${id}`;
  const read = (name: string) => readText(form, name);
  const ofSale = await submitSale(office, form, to, id);
  if (ofSale !== null) return ofSale;
  switch (read('form')) {
    case 'publish': {
      const input = { id, undo: read('undo') };
      return await submitForm(office, form, { command: 'concert:publish', input, to });
    }
    case 'version':
    case 'restore': {
      const undo = read('form') === 'restore' ? '1' : '';
      const input = { id, number: read('number'), version: read('version'), undo };
      return await submitForm(office, form, { command: 'concert:restore', input, to });
    }
    default:
      throw new Response(null, { status: 404 });
  }
}

/** A concert: its state and numbers, and what the reader may do with it (office.md 5.2). */
export default function ConcertPage({ loaderData }: Route.ComponentProps) {
  const { concert, orders, events } = loaderData;
  const texts = useTexts(concertOfficeTexts);
  return (
    <>
      <Breadcrumb
        items={[{ label: texts.title, path: '/office/concerts' }, { label: concert.title }]}
      />
      <OfficeTitle title={concert.title} />
      <WrongFields id={concert.id} />
      <Overview concert={concert} />
      <Actions concert={concert} />
      {orders !== null && <RecentOrders orders={orders} all={`?concert=${concert.id}`} />}
      <ThingEvents events={events} />
    </>
  );
}

/** Why a button was refused: what a concert lacks or has wrong, each with a link to its field. */
function WrongFields({ id }: { id: number }) {
  const texts = useTexts(concertOfficeTexts);
  const { errors: checkEntries } = useTexts(formTexts);
  const language = useLanguage();
  const refused = useActionData<Partial<Refused>>();
  const errors = Object.entries(refused?.problem?.errors ?? {});
  if (errors.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the response to a form takes the focus (office.md 13.1)
    <div className="alert alert--danger alert--inline" role="alert" tabIndex={-1} autoFocus>
      <div>
        <p>{refused?.form === 'publish' ? texts.incomplete : checkEntries}</p>
        <ul className="office-links">
          {errors.map(([field, message]) => (
            <li key={field}>
              <a href={`/office/concerts/${id}/${partOfField(field)}#${field}`}>
                {field.endsWith('-add')
                  ? message
                  : `${labelOfConcertField(field, language)}: ${message}`}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Overview({ concert }: { concert: ConcertPageDto }) {
  const texts = useTexts(concertOfficeTexts);
  const today = useTexts(todayTexts);
  const language = useLanguage();
  const frame = useTexts(frameTexts);
  const { staff } = useFrame();
  const seesRuns = mayOpen(staff?.role ?? 'door', '/office/runs');
  const { sale, places, validTickets, title } = concert;
  const fields = useTexts(concertFieldTexts);
  const moment = (value: string | null) => value && formatDayAndTime(value, language);
  const number = (value: number | null | undefined) =>
    typeof value !== 'number' ? null : formatNumber(value, language);
  return (
    <Section id="overview" title={texts.overview}>
      {sale !== null && (
        <meter
          className="sale-meter"
          min={0}
          max={Math.max(1, sale.capacity)}
          value={sale.taken}
          aria-label={today.taken({ title, n: sale.taken, m: sale.capacity })}
        />
      )}
      <TermList
        rows={[
          [texts.date, formatDayAndTime(concert.startsAt, language)],
          [texts.venue, concert.venue],
          [texts.state, texts[concert.state]],
          [texts.sale, sale === null ? '–' : texts[sale.state]],
          [fields.onSaleFrom, moment(concert.onSaleFrom)],
          [fields.onSaleUntil, moment(concert.onSaleUntil)],
          [today.sold, number(places?.sold)],
          [today.elsewhere, number(places?.elsewhere)],
          [today.held, number(places?.held)],
          [today.available, number(places && places.capacity - places.sold - places.held)],
          [today.capacity, number(places?.capacity)],
          [
            frame.runs,
            concert.runs.length === 0 ? null : (
              <ul key="runs">
                {concert.runs.map((run) => (
                  <li key={run.id}>
                    {seesRuns ? <a href={`/office/runs/${run.id}`}>{run.what}</a> : run.what}:{' '}
                    <RunProgress run={run} />
                  </li>
                ))}
              </ul>
            ),
          ],
          [texts.validTickets, sale === null ? null : number(validTickets)],
        ]}
      />
    </Section>
  );
}

function Actions({ concert }: { concert: ConcertPageDto }) {
  const texts = useTexts(concertOfficeTexts);
  const fields = useTexts(concertFieldTexts);
  const { staff } = useFrame();
  const language = useLanguage();
  const { id, state, path, isDeletable } = concert;
  const role = staff?.role ?? 'door';
  const mayEdit = mayOpen(role, '/office/concerts/:id/withdraw');
  const page = `/office/concerts/${id}`;
  const link = (href: string, label: string) => (
    <a className="button button--line" href={href}>
      {label}
    </a>
  );
  return (
    <Section id="actions" title={texts.edit}>
      <div className="office-buttons">
        {mayEdit && link(`${page}/details`, texts.details)}
        {mayEdit && link(`${page}/programme`, texts.programme)}
        {mayEdit && link(`${page}/picture`, fields.cover)}
        {mayEdit && path === null && link(`${page}/preview`, texts.preview)}
        {link(`${page}/sale`, texts.sale)}
        {state !== 'cancelled' && <SaleButtons sale={concert.sale} role={role} />}
        {link(`${page}/history`, texts.history)}
        {mayEdit && (state === 'draft' || state === 'withdrawn') && (
          <ButtonForm entries={{ form: 'publish' }} className="button button--primary">
            {texts.publish}
          </ButtonForm>
        )}
        {mayEdit && path !== null && link(`${page}/withdraw`, texts.withdraw)}
        {mayOpen(role, '/office/concerts/:id/cancel') &&
          (state === 'published' || state === 'withdrawn') &&
          link(`${page}/cancel`, texts.cancel)}
        {mayEdit && isDeletable && link(`${page}/delete`, texts.delete)}
        {path !== null && link(`/${language}${path}`, texts.publicPage)}
        {mayOpen(role, '/office/concerts/:id/message') &&
          concert.validTickets > 0 &&
          link(`${page}/message`, texts.message)}
        {mayOpen(role, '/office/concerts/:id/box-office') &&
          link(`${page}/box-office`, texts.boxOffice)}
      </div>
    </Section>
  );
}

/** Starts or stops the sale at once. */
function SaleButtons({ sale, role }: { sale: ConcertPageDto['sale']; role: Role }) {
  const texts = useTexts(concertOfficeTexts);
  if (sale === null) return null;
  const isRunning = sale.state === 'on-sale' || sale.state === 'sold-out';
  return (
    <>
      {!isRunning && role !== 'editor' && (
        <ButtonForm entries={{ form: 'sale', do: 'sale:start' }}>{texts.saleStart}</ButtonForm>
      )}
      {(isRunning || sale.state === 'planned') && (
        <ButtonForm entries={{ form: 'sale', do: 'sale:stop' }}>{texts.saleStop}</ButtonForm>
      )}
    </>
  );
}
