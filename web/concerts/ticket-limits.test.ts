import { describe, expect, it } from 'vitest';
import {
  changeQuantity,
  findFieldLimit,
  findLimit,
  onlyWithRule,
  type TicketChoice,
} from '../concerts/ticket-limits.ts';

const type = (id: number, de: string, en: string) => ({
  id,
  maxPerOrder: null as number | null,
  available: null as number | null,
  onlyWith: [] as number[],
  name: { de, en },
});
const full = type(1, 'Normalpreis', 'Full price');
const reduced = type(2, 'Ermäßigt', 'Reduced');
const school = { ...type(3, 'Schule', 'School'), maxPerOrder: 2, available: 4 };
const companion = { ...type(4, 'Begleitperson', 'Companion'), onlyWith: [1, 2] };
const product = { maxPerOrder: 10, tickets: [full, reduced, school, companion] };

const choice = (changes: Partial<TicketChoice> = {}): TicketChoice => ({
  product,
  chosen: {},
  inCart: {},
  held: {},
  stock: 100,
  ...changes,
});

describe('the most tickets of a type', () => {
  it("is the order's limit minus the other types and the cart", () => {
    const found = findLimit(choice({ chosen: { 2: 3 }, inCart: { 1: 4 } }), 1, 'de');
    expect(found).toEqual({
      max: 3,
      sentence: 'Höchstens 10 Karten je Bestellung für dieses Konzert',
    });
    expect(findLimit(choice(), 1, 'en').sentence).toBe(
      'At most 10 tickets per order for this concert',
    );
  });

  it('is what the concert has left, without a sentence of its own', () => {
    const found = findLimit(choice({ stock: 4, chosen: { 2: 3 } }), 1, 'de');
    expect(found).toEqual({ max: 1, sentence: null });
  });

  it('is what the type allows, or what is left of it', () => {
    expect(findLimit(choice({ inCart: { 3: 1 } }), 3, 'de')).toMatchObject({
      max: 1,
      sentence: 'Höchstens 2 Karten je Bestellung für dieses Konzert (Schule)',
    });
    const few = { ...product, tickets: [full, { ...school, available: 1 }] };
    expect(findLimit(choice({ product: few }), 3, 'en')).toMatchObject({
      max: 1,
      sentence: 'Only 1 of this ticket type are left',
    });
    expect(findLimit(choice({ product: few, held: { 3: 1 } }), 3, 'en').max).toBe(2);
  });

  it('is one for each ticket of the types required with it', () => {
    expect(findLimit(choice(), 4, 'de').max).toBe(0);
    const found = findLimit(choice({ chosen: { 1: 1 }, inCart: { 2: 2, 4: 1 } }), 4, 'de');
    expect(found.max).toBe(2);
    expect(found.sentence).toBe('Begleitperson gibt es nur zusammen mit Normalpreis oder Ermäßigt');
    expect(onlyWithRule(product, 4, 'en')).toBe(
      'Companion is only sold together with Full price or Reduced',
    );
    expect(onlyWithRule(product, 1, 'en')).toBeNull();
  });

  it('of a field without scripts leaves room for the others', () => {
    expect(findFieldLimit(choice({ chosen: { 1: 9 }, inCart: { 1: 1 } }), 4, 'de')).toBe(9);
  });
});

describe('a changed quantity', () => {
  it('takes tickets with it that are only sold together with this type', () => {
    const chosen = { 1: 2, 3: 1, 4: 2 };
    expect(changeQuantity(choice({ chosen }), 1, 1, 'de')).toEqual({ 1: 1, 4: 1 });
    expect(changeQuantity(choice({ chosen }), 1, 0, 'de')).toEqual({ 1: 0, 4: 0 });
  });

  it('leaves them while others of their types are chosen or in the cart', () => {
    const chosen = { 1: 2, 4: 2 };
    expect(changeQuantity(choice({ chosen, inCart: { 2: 1 } }), 1, 1, 'de')).toEqual({ 1: 1 });
    expect(changeQuantity(choice({ chosen: { ...chosen, 2: 1 } }), 1, 1, 'de')).toEqual({ 1: 1 });
  });

  it('changes nothing beside it for other types, or when raised', () => {
    expect(changeQuantity(choice({ chosen: { 1: 1, 4: 1 } }), 3, 1, 'de')).toEqual({ 3: 1 });
    expect(changeQuantity(choice({ chosen: { 1: 1, 4: 1 } }), 1, 2, 'de')).toEqual({ 1: 2 });
  });
});
