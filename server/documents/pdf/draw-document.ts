import type { DocumentData } from './document-data.ts';
import { drawConfirmation } from './draw-confirmation.ts';
import { drawCancellation, drawInvoice } from './draw-invoice.ts';
import { drawTicket } from './draw-ticket.ts';

/** Draws any document. The same data gives the same bytes. Takes 10 to 100 ms: call it on a thread. */
export function drawDocument(data: DocumentData): Promise<Uint8Array> {
  switch (data.kind) {
    case 'invoice':
      return drawInvoice(data);
    case 'cancellation':
      return drawCancellation(data);
    case 'ticket':
      return drawTicket(data);
    case 'confirmation':
      return drawConfirmation(data);
  }
}
