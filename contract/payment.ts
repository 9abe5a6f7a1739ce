// Payment on the wire (api.md, Payment and order).
import { z } from 'zod';
import { euro, requiredText } from './fields.ts';

export const InitiateResponse = z.object({
  token: z.string().meta({ description: 'names this attempt; the order token once it is paid' }),
  paymentIntent: z.string(),
  client_secret: z.string().nullable().meta({ description: 'null for a total of 0' }),
  publishable_key: z.string(),
  amount: euro(),
  currency: z.literal('eur'),
  status: z.string().meta({ description: "the provider's state of the intent; free for 0 EUR" }),
});

export const InitiateBody = z.object({ sessionId: z.string().nullish() });

export const CompleteBody = z.object({
  paymentIntent: requiredText('REQUIRED', 255),
  master_data_id: z.unknown().optional().meta({ description: 'accepted and never trusted' }),
  sessionId: z.string().nullish(),
});

/** The provider's page, or the order if it is free or already paid. */
export const HostedPageResponse = z.object({
  data: z.union([z.object({ url: z.string() }), z.object({ order_token: z.string() })]),
});

export const CompleteHostedPageBody = z.object({
  provider_session: requiredText('REQUIRED', 255),
});

export const SettleReturnBody = z.object({
  reference: requiredText('REQUIRED', 255).meta({
    description: "the provider's page or the payment intent, as the address of the return names it",
  }),
});

/** An order; a payment that has no result yet, as the query of its return; null: the visitor may pay. */
export const ResumeResponse = z.object({
  data: z
    .union([
      z.object({ order_token: z.string() }),
      z.object({ payment_intent: z.string() }),
      z.object({ session_id: z.string() }),
    ])
    .nullable(),
});

export const CompleteResponse = z.object({ data: z.object({ order_token: z.string() }) });
