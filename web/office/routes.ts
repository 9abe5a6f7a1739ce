import { layout, route, type RouteConfigEntry } from '@react-router/dev/routes';

/** Every path is listed with its roles in contract/office/screens.ts, too. */
export default [
  route('office/sign-in', 'staff/sign-in-page.tsx'),
  route('office/sign-out', 'staff/sign-out.ts'),
  route('office/language', 'layout/choose-language.ts'),
  route('office/orders.csv', 'orders/orders-csv.ts'),
  route('office/dispatch.pdf', 'orders/dispatch-pdf.ts'),
  route('office/concerts/:id/box-office.csv', 'orders/box-office-csv.ts'),
  route('office/concerts/:id/box-office.pdf', 'orders/box-office-pdf.ts'),
  route('office/orders/:orderNo/documents/:id', 'orders/order-document.ts'),
  layout('layout/office-layout.tsx', [
    route('office', 'today/today-page.tsx'),
    route('office/staff', 'staff/staff-page.tsx'),
    route('office/orders', 'orders/orders-page.tsx'),
    route('office/orders/:orderNo', 'orders/order-page.tsx'),
    route('office/orders/:orderNo/refund', 'orders/refund-page.tsx'),
    route('office/dispatch', 'orders/dispatch-page.tsx'),
    route('office/concerts/:id/box-office', 'orders/box-office-page.tsx'),
    route('office/mails', 'mails/mails-page.tsx'),
    route('office/mails/:id', 'mails/mail-page.tsx'),
    route('office/*', 'layout/unknown-page.tsx'),
  ]),
] satisfies RouteConfigEntry[];
