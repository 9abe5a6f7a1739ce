import { officeContext } from '../platform/office-context.ts';
import { pdfResponse } from '../platform/pdf-response.server.ts';
import type { Route } from './+types/box-office-pdf';

/** The tickets that wait at the box office of a concert (office.md 7.7). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const concert = /^\d{1,9}$/.test(params.id) ? Number(params.id) : 0;
  return pdfResponse(
    await context.get(officeContext).query('order:tickets-pdf', { orders: [], concert }),
  );
}
