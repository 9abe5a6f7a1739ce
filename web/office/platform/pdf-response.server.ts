import type { OfficePdf } from '#contract/office/order-queries.ts';

/** A PDF as a download. */
export function pdfResponse({ bytes, filename }: OfficePdf): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
  });
}
