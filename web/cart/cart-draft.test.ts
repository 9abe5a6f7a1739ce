import { describe, expect, it } from 'vitest';
import { changedLines, orderCents, quantityOf } from './cart-draft.ts';
import { findPossible, limitOf, type RefusingConcert } from './line-limit.ts';
import type { Cart } from '../platform/visit.ts';

const line = (id: number, priceCents: number, quantity: number) => ({
  id,
  name: { de: `Art ${id}`, en: `Type ${id}` },
  priceCents,
  quantity,
  productQuantity: 10,
});

const cart: Cart = {
  items: [
    {
      productId: 5,
      concertId: 7,
      startsAt: '2025-08-18T19:30:00+02:00',
      title: { de: 'A', en: 'A' },
      thumbnail: '/a.svg',
      totalCents: 7000,
      items: [line(1, 2600, 2), line(2, 1800, 1)],
    },
  ],
  deliveryCents: 450,
  deliveryMethod: 'postal',
  totalCents: 7450,
  expiresAt: '2025-08-01T12:00:00+02:00',
  isFinal: false,
};
const entry = cart.items[0]!;
const [full, reduced] = entry.items as [(typeof entry.items)[0], (typeof entry.items)[0]];

describe('the local cart against the server copy', () => {
  it('differs only where a quantity was set to another number', () => {
    expect(changedLines(cart, {})).toEqual([]);
    expect(changedLines(cart, { 1: 2 })).toEqual([]);
    expect(changedLines(cart, { 1: 3, 2: 0 })).toEqual([
      { productId: 5, id: 1, quantity: 3 },
      { productId: 5, id: 2, quantity: 0 },
    ]);
  });

  it('keeps edited quantities when the server copy is loaded again', () => {
    const refetched = { ...full, quantity: 1 };
    expect(quantityOf(refetched, { 1: 4 })).toBe(4);
    expect(quantityOf(refetched, {})).toBe(1);
  });

  it('allows a line the product quantity minus the other lines', () => {
    const maximumOf = (of: typeof full, quantities: Record<number, number>) =>
      limitOf(entry, of, quantities, { limits: {}, language: 'de' }).max;
    expect(maximumOf(full, {})).toBe(9);
    expect(maximumOf(full, { 2: 4 })).toBe(6);
    expect(maximumOf(reduced, { 1: 10 })).toBe(0);
  });

  it('allows a line what the limits of order and types leave', () => {
    const type = { maxPerOrder: null, available: null, onlyWith: [] };
    const names = { name: { de: 'Normalpreis', en: 'Full price' } };
    const product = {
      maxPerOrder: 6,
      tickets: [
        { ...type, ...names, id: 1 },
        { ...type, ...names, id: 2, available: 2 },
      ],
    };
    const options = { limits: { 5: product }, language: 'de' as const };
    expect(limitOf(entry, full, {}, options)).toMatchObject({
      max: 5,
      sentence: 'Höchstens 6 Karten je Bestellung für dieses Konzert',
    });
    // its own ticket and the two available ones
    expect(limitOf(entry, reduced, {}, options)).toMatchObject({
      max: 3,
      sentence: 'Von dieser Kartenart sind nur noch 2 frei',
    });
  });

  it('adds up in cents, delivery included', () => {
    expect(orderCents(cart)).toBe(7450);
    expect(orderCents(cart, { 1: 3 })).toBe(10_050);
  });
});

describe('a refused quantity', () => {
  const ticket = { maxPerOrder: null, available: null, onlyWith: [] };
  const names = { name: { de: 'Normalpreis', en: 'Full price' } };
  const tickets = [
    { ...ticket, ...names, id: 1 },
    { ...ticket, ...names, id: 2 },
  ];
  const possible = (
    quantities: Record<number, number>,
    available: number,
    product: Partial<RefusingConcert['product']> = {},
  ) => {
    const limited = { maxPerOrder: 100, tickets, ...product };
    return findPossible(cart.items, quantities, { 5: { available, product: limited } }, 'de');
  };

  it('is offered the number still available, its own tickets included', () => {
    expect(possible({ 1: 8 }, 3)).toEqual({ 1: 5 });
  });

  it('leaves lines alone that are possible', () => {
    expect(possible({ 1: 3 }, 3)).toEqual({});
    expect(possible({ 1: 6, 2: 0 }, 1)).toEqual({ 1: 4 });
  });

  it('is offered what the limits of order, type and quota leave', () => {
    expect(possible({ 1: 8, 2: 5 }, 50, { maxPerOrder: 10 })).toEqual({ 1: 5, 2: 2 });
    const [first, second] = tickets as [(typeof tickets)[0], (typeof tickets)[0]];
    const quota = { tickets: [first, { ...second, available: 2 }] };
    expect(possible({ 2: 9 }, 50, quota)).toEqual({ 2: 3 });
    const companion = { tickets: [first, { ...second, onlyWith: [1] }] };
    expect(possible({ 1: 0 }, 50, companion)).toEqual({ 2: 0 });
  });

  it('has no offer for a product whose availability is unknown', () => {
    expect(findPossible(cart.items, { 1: 8 }, {}, 'de')).toEqual({});
  });
});
