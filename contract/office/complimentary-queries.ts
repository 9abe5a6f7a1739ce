// Data for the form of a new order (office.md 7.4).

/** Why somebody gets complimentary tickets. */
export const complimentaryReasons = [
  'press',
  'performers',
  'sponsors',
  'goodwill',
  'other',
] as const;
export type ComplimentaryReason = (typeof complimentaryReasons)[number];

/** The maximum of complimentary tickets in an order. */
export const MAX_COMPLIMENTARY_TICKETS = 20;

/** Name of the field with the number of tickets of this type. */
export const quantityField = (ticketTypeId: number): string => `tickets-${ticketTypeId}`;

/** A concert with tickets, on sale or stopped. */
export interface OrderableConcert {
  id: number;
  title: string;
  /** ISO 8601. */
  startsAt: string;
  isPast: boolean;
  types: { id: number; name: string; available: number }[];
}

/** The queries of this feature. */
export type ComplimentaryQueries = {
  'complimentary:concerts': { input: Record<string, never>; output: OrderableConcert[] };
};
