import { readRowId } from '#contract/office/forms.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import type { Route } from './+types/withdraw-page';
import { ConfirmPage } from './confirm-page.tsx';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return await context.get(officeContext).read('concert:page', { id: readRowId(id) });
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const path = `/office/concerts/${id}`;
  return await submitForm(context.get(officeContext), form, {
    command: 'concert:withdraw',
    input: { id, tickets: form.get('tickets') },
    to: path,
    undo: () => ({ path, entries: { form: 'publish', undo: '1' } }),
  });
}

/** Says what withdrawing a concert means, with the number of its valid tickets, and does it (office.md 5.2). */
export default function WithdrawPage({ loaderData: concert }: Route.ComponentProps) {
  const texts = useTexts(concertOfficeTexts);
  const { validTickets: count } = concert;
  return (
    <ConfirmPage concert={concert} title={texts.withdrawTitle} button={texts.withdraw}>
      {count > 0 && (
        <p>
          <strong>{texts.ticketsLeft({ count })}</strong>
        </p>
      )}
      <p>{texts.withdrawText}</p>
      {/* what this page has said: after a problem, the new number */}
      <input type="hidden" name="tickets" value={count} />
    </ConfirmPage>
  );
}
