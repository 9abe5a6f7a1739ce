import { describe, expect, it } from 'vitest';
import { changedLines, orderTotal, quantityOf } from './cart-draft.ts';
import { findPossible, limitOf, type RefusingConcert } from './line-limit.ts';
import type { Cart } from '../platform/visit.ts';

const line = (id: number, price: number, quantity: number) => ({
  product_variation_id: id,
  product_variation_name: { german: `Art ${id}`, english: `Type ${id}` },
  price,
  quantity,
  product_quantity: 10,
});

const cart: Cart = {
  items: [
    {
      product_id: 5,
      concert_id: 7,
      concert_date: '2025-08-18T19:30:00+02:00',
      product_name: { german: 'A', english: 'A', name_german: 'A', name_english: 'A' },
      concert_photo_urls: { thumbnail: '/a.svg' },
      total_price: 70,
      items: [line(1, 26, 2), line(2, 18, 1)],
    },
  ],
  delivery: { total_price: 4.5 },
  deliveryMethod: 'postal',
  total_price: 74.5,
  expires_at: '2025-08-01T12:00:00+02:00',
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
    const type = { max_per_order: null, available: null, only_with: [] };
    const names = { name_german: 'Normalpreis', name_english: 'Full price' };
    const product = {
      max_per_order: 6,
      tickets: [
        { ...type, ...names, product_variation_id: 1 },
        { ...type, ...names, product_variation_id: 2, available: 2 },
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
    expect(orderTotal(cart)).toBe(74.5);
    expect(orderTotal(cart, { 1: 3 })).toBe(100.5);
  });
});

describe('a refused quantity', () => {
  const ticket = { max_per_order: null, available: null, only_with: [] };
  const names = { name_german: 'Normalpreis', name_english: 'Full price' };
  const tickets = [
    { ...ticket, ...names, product_variation_id: 1 },
    { ...ticket, ...names, product_variation_id: 2 },
  ];
  const possible = (
    quantities: Record<number, number>,
    available: number,
    product: Partial<RefusingConcert['product']> = {},
  ) => {
    const limited = { max_per_order: 100, tickets, ...product };
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
    expect(possible({ 1: 8, 2: 5 }, 50, { max_per_order: 10 })).toEqual({ 1: 5, 2: 2 });
    const [first, second] = tickets as [(typeof tickets)[0], (typeof tickets)[0]];
    const quota = { tickets: [first, { ...second, available: 2 }] };
    expect(possible({ 2: 9 }, 50, quota)).toEqual({ 2: 3 });
    const companion = { tickets: [first, { ...second, only_with: [1] }] };
    expect(possible({ 1: 0 }, 50, companion)).toEqual({ 2: 0 });
  });

  it('has no offer for a product whose availability is unknown', () => {
    expect(findPossible(cart.items, { 1: 8 }, {}, 'de')).toEqual({});
  });
});
