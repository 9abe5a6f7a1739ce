import { z } from 'zod';
import { admin } from '#contract/office/staff.ts';
import { defineChange } from '../../operations/define.ts';

const filter = z.string().max(100).default('');

/** Values of the filters that are never a customer's name or address; an order number is looked up instead. */
const safeFilters = {
  who: /^(?:\d{1,9}|other)$/,
  what: /^[a-z]+:[a-z-]+$/,
  from: /^\d{4}-\d{2}-\d{2}$/,
  to: /^\d{4}-\d{2}-\d{2}$/,
  thing: /^\d{1,9}$/,
};

/**
 * Notes that the audit log was exported, with the filters (office.md 11). Words typed by hand are left out: they may
 * be a customer's name or address, and no entry of the log can be erased.
 */
export const recordAuditExport = defineChange({
  may: admin,
  confirms: true,
  input: z.object({ who: filter, what: filter, from: filter, to: filter, thing: filter }),
  async run({ client }, filters) {
    const orderNo = filters.thing.trim().toUpperCase();
    const { rowCount } = await client.query(
      `select from orders where order_no in ($1, overlay($1 placing '-' from 5 for 0))`,
      [orderNo],
    );
    const isSafe = (name: keyof typeof safeFilters, value: string) =>
      safeFilters[name].test(value) || (name === 'thing' && rowCount !== 0);
    const names = ['who', 'what', 'from', 'to', 'thing'] as const;
    const after = Object.fromEntries(
      names
        .filter((name) => filters[name] !== '')
        .map((name) => [name, isSafe(name, filters[name].trim()) ? filters[name] : '…']),
    );
    return { output: {}, audit: { thing: { kind: 'list', id: 'audit', name: 'audit' }, after } };
  },
});
