import { layout, route, type RouteConfigEntry } from '@react-router/dev/routes';

/** Every path is listed with its roles in contract/office/screens.ts, too. */
export default [
  route('office/sign-in', 'staff/sign-in-page.tsx'),
  route('office/sign-out', 'staff/sign-out.ts'),
  route('office/language', 'layout/choose-language.ts'),
  route('office/audit.csv', 'audit/audit-csv.ts'),
  route('office/invitation/:token', 'staff/invitation-page.tsx'),
  layout('layout/office-layout.tsx', [
    route('office/confirm-identity', 'staff/confirm-identity-page.tsx'),
    route('office/account', 'staff/account-page.tsx'),
    route('office/account/recovery-codes', 'staff/recovery-codes-page.tsx'),
    route('office', 'today/today-page.tsx'),
    route('office/staff', 'staff/staff-page.tsx'),
    route('office/audit', 'audit/audit-page.tsx'),
    route('office/staff/:id', 'staff/person-page.tsx'),
    route('office/*', 'layout/unknown-page.tsx'),
  ]),
] satisfies RouteConfigEntry[];
