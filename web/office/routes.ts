import { layout, route, type RouteConfigEntry } from '@react-router/dev/routes';

/** Every path is listed with its roles in contract/office/screens.ts, too. */
export default [
  route('office/sign-in', 'staff/sign-in-page.tsx'),
  route('office/sign-out', 'staff/sign-out.ts'),
  route('office/language', 'layout/choose-language.ts'),
  route('office/people/:key/export.json', 'people/person-export.ts'),
  layout('layout/office-layout.tsx', [
    route('office', 'today/today-page.tsx'),
    route('office/messages', 'messages/messages-page.tsx'),
    route('office/messages/:id', 'messages/message-page.tsx'),
    route('office/newsletter', 'newsletter/newsletter-page.tsx'),
    route('office/people', 'people/people-page.tsx'),
    route('office/people/:key', 'people/person-page.tsx'),
    route('office/people/:key/erase', 'people/erase-page.tsx'),
    route('office/staff', 'staff/staff-page.tsx'),
    route('office/*', 'layout/unknown-page.tsx'),
  ]),
] satisfies RouteConfigEntry[];
