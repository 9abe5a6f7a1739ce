import { layout, route, type RouteConfigEntry } from '@react-router/dev/routes';

/** Every path is listed with its roles in contract/office/screens.ts, too. */
export default [
  route('office/sign-in', 'staff/sign-in-page.tsx'),
  route('office/sign-out', 'staff/sign-out.ts'),
  route('office/language', 'layout/choose-language.ts'),
  layout('layout/office-layout.tsx', [
    route('office', 'today/today-page.tsx'),
    route('office/orders/new', 'complimentary/new-order-page.tsx'),
    route('office/health', 'health/health-page.tsx'),
    route('office/staff', 'staff/staff-page.tsx'),
    route('office/*', 'layout/unknown-page.tsx'),
  ]),
] satisfies RouteConfigEntry[];
