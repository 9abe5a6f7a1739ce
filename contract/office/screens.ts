// The screens of the office and the roles that may open them (office.md 3): the one table of rights to read.
import {
  admin,
  adminAndEditor,
  adminAndOffice,
  atDesk,
  notEditor,
  roles as everybody,
  type Role,
} from './staff.ts';

/** `public`: without signing in. */
export type ScreenRoles = readonly Role[] | 'public';

/**
 * Every path of the office with its roles; a path that is missing here does not exist. More specific paths come first.
 * A screen whose loader needs more rights than its path says checks them itself.
 */
export const screens = {
  '/office/sign-in': 'public',
  '/office/sign-out': 'public',
  '/office/invitation/:token': 'public',
  '/office/language': everybody,
  '/office/confirm-identity': everybody,
  '/office/account': everybody,
  '/office/account/recovery-codes': everybody,
  '/office': everybody,
  '/office/concerts': atDesk,
  '/office/concerts/new': adminAndEditor,
  '/office/concerts/:id': atDesk,
  '/office/concerts/:id/details': adminAndEditor,
  '/office/concerts/:id/programme': adminAndEditor,
  '/office/concerts/:id/picture': adminAndEditor,
  '/office/concerts/:concertId/preview': adminAndEditor,
  '/office/concerts/:id/sale': atDesk,
  '/office/concerts/:id/history': atDesk,
  '/office/concerts/:id/cancel': admin,
  '/office/concerts/:id/withdraw': adminAndEditor,
  '/office/concerts/:id/delete': adminAndEditor,
  '/office/concerts/:id/message': adminAndOffice,
  '/office/concerts/:id/box-office': notEditor,
  '/office/concerts/:id/box-office.csv': adminAndOffice,
  '/office/concerts/:id/box-office.pdf': adminAndOffice,
  '/office/orders': adminAndOffice,
  '/office/orders.csv': adminAndOffice,
  '/office/orders/new': adminAndOffice,
  '/office/orders/:orderNo': adminAndOffice,
  '/office/orders/:orderNo/refund': adminAndOffice,
  '/office/orders/:orderNo/reissue/:ticket': adminAndOffice,
  '/office/orders/:orderNo/documents/:id': adminAndOffice,
  '/office/refunds/:id/retry': adminAndOffice,
  '/office/refunds/:id/settle': adminAndOffice,
  '/office/door': adminAndOffice,
  '/office/door/:concertId': adminAndOffice,
  '/office/door/:concertId/report.csv': adminAndOffice,
  '/office/notice': adminAndEditor,
  '/office/programme': adminAndEditor,
  '/office/programme.yaml': adminAndEditor,
  '/office/venues': adminAndEditor,
  '/office/venues/new': adminAndEditor,
  '/office/venues/:id': adminAndEditor,
  '/office/composers': adminAndEditor,
  '/office/composers/new': adminAndEditor,
  '/office/composers/:id': adminAndEditor,
  '/office/instruments': adminAndEditor,
  '/office/instruments/new': adminAndEditor,
  '/office/instruments/:id': adminAndEditor,
  '/office/ticket-types': adminAndOffice,
  '/office/ticket-types/new': adminAndOffice,
  '/office/ticket-types/:id': adminAndOffice,
  '/office/runs': adminAndOffice,
  '/office/runs/:id/items.csv': adminAndOffice,
  '/office/runs/:id': adminAndOffice,
  '/office/reports': adminAndOffice,
  '/office/reports/sales': adminAndOffice,
  '/office/reports/revenue': adminAndOffice,
  '/office/reports/invoices': adminAndOffice,
  '/office/reports/sales.csv': adminAndOffice,
  '/office/reports/revenue.csv': adminAndOffice,
  '/office/reports/invoices.csv': adminAndOffice,
  '/office/reports/donations.csv': adminAndOffice,
  '/office/reports/gema.csv': atDesk,
  '/office/dispatch': adminAndOffice,
  '/office/dispatch.pdf': adminAndOffice,
  '/office/people': adminAndOffice,
  '/office/people/:key': adminAndOffice,
  '/office/people/:key/export.json': adminAndOffice,
  '/office/people/:key/export.pdf': adminAndOffice,
  '/office/people/:key/erase': admin,
  '/office/newsletter': adminAndOffice,
  '/office/newsletter.csv': adminAndOffice,
  '/office/messages': adminAndOffice,
  '/office/messages/:id': adminAndOffice,
  '/office/messages/:id/delete': adminAndOffice,
  '/office/mails': adminAndOffice,
  '/office/mails/:id': adminAndOffice,
  '/office/health': adminAndOffice,
  '/office/help': everybody,
  '/office/help/handbook': everybody,
  '/office/staff': admin,
  '/office/staff/:id': admin,
  '/office/audit': adminAndOffice,
  '/office/audit.csv': admin,
} as const satisfies Record<string, ScreenRoles>;

/** The lists that concerts refer to, which the menu groups. */
export const listPaths = [
  '/office/venues',
  '/office/composers',
  '/office/instruments',
  '/office/ticket-types',
] as const;

/** Files to download; each has its function in web/office/exports/exports.ts. */
export const exportPaths = [
  '/office/orders.csv',
  '/office/orders/:orderNo/documents/:id',
  '/office/dispatch.pdf',
  '/office/concerts/:id/box-office.csv',
  '/office/concerts/:id/box-office.pdf',
  '/office/people/:key/export.json',
  '/office/people/:key/export.pdf',
  '/office/newsletter.csv',
  '/office/door/:concertId/report.csv',
  '/office/reports/sales.csv',
  '/office/reports/revenue.csv',
  '/office/reports/invoices.csv',
  '/office/reports/gema.csv',
  '/office/reports/donations.csv',
  '/office/runs/:id/items.csv',
  '/office/programme.yaml',
  '/office/audit.csv',
] as const satisfies (keyof typeof screens)[];

/** The screens of the menu, in its order (office.md 1, Frame). */
export const menuPaths = [
  '/office',
  '/office/concerts',
  '/office/orders',
  '/office/dispatch',
  '/office/door',
  '/office/people',
  '/office/newsletter',
  '/office/messages',
  '/office/mails',
  '/office/notice',
  ...listPaths,
  '/office/runs',
  '/office/programme',
  '/office/reports',
  '/office/health',
  '/office/staff',
  '/office/audit',
  '/office/account',
] as const;

export type MenuPath = (typeof menuPaths)[number];

/** Whether a role may open the screen with this path of the table. */
export function mayOpen(role: Role, path: keyof typeof screens): boolean {
  const allowed: ScreenRoles = screens[path];
  return allowed === 'public' || allowed.includes(role);
}
