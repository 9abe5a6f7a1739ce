import type { Office } from '#contract/office/office.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';

/** Runs the command of the form that was sent on an order's page. */
export async function runOrderAction(office: Office, form: FormData, orderNo: string) {
  const t = pickTexts(orderPageTexts, office.language);
  const to = `/office/orders/${orderNo}`;
  const input = { ...flatten(form), orderNo };
  const options = { input, to };
  switch (form.get('form')) {
    case 'documents':
      return await submitForm(office, form, {
        ...options,
        command: 'order:documents',
        say: () => t.documentsFollow,
      });
    case 'mark-valid':
      return await submitForm(office, form, {
        ...options,
        command: 'order:mark-valid',
        say: () => t.ticketsKept,
      });
    case 'contact':
      return await submitForm(office, form, { ...options, command: 'order:contact' });
    case 'resend':
      return await submitForm(office, form, {
        ...options,
        command: 'order:resend',
        say: ({ mails }) => t.mailsSent({ count: Number(mails) }),
      });
    case 'take-back':
    case 'note':
      return await submitForm(office, form, {
        ...options,
        command: 'order:note',
        say: ({ isTakenBack }) => (isTakenBack === true ? t.noteTakenBack : t.noteAdded),
        undo: ({ id }) =>
          typeof id === 'number'
            ? { path: to, entries: { form: 'take-back', takeBack: String(id) } }
            : undefined,
      });
    default:
      throw new Response(null, { status: 404 });
  }
}
