import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { DemoNote } from './office-header.tsx';
import { use, type ReactNode } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import type { FormEntries } from '#contract/office/forms.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { RequestIdContext } from '../../platform/document.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { formTexts } from '#messages/office/forms.ts';
import { ButtonForm } from '../ui/button-form.tsx';

/** The frame of pages without a session: the festival's name, the result of the last command, the page, help. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
  const { festival } = useFrame();
  return (
    <>
      <header>
        <DemoNote />
        <div className="office-header">
          <a className="office-header__festival" href="/">
            {festival}
          </a>
        </div>
      </header>
      <main className="office-main office-main--alone">
        <StatusMessage />
        {children}
      </main>
      <OfficeFooter />
    </>
  );
}

/** The minutes to wait, in the body of a 429. */
const readMinutes = (error: unknown): number =>
  (isRouteErrorResponse(error) && Number(error.data)) || 1;

/** Explains why a page is not shown. `isInFrame`: the frame has the `main` already. */
export function ErrorFrame({ isInFrame = false }: { isInFrame?: boolean }) {
  const error = useRouteError();
  const texts = useTexts(frameTexts);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const staff = useTexts(staffTexts);
  const requestIdNote = use(RequestIdContext);
  const shown: Record<number, [title: string, text: string]> = {
    400: [texts.noForm, texts.noFormText],
    403: [texts.noPermission, texts.noPermissionText],
    404: [texts.notFound, texts.notFoundText],
    410: [staff.setUp, staff.invitationInvalid],
    413: [texts.tooLarge, texts.tooLargeText],
    415: [texts.noForm, texts.noFormText],
    429: [texts.tooMany, staff.tooMany({ minutes: readMinutes(error) })],
  };
  const [title, text] = shown[status] ?? [texts.failed, texts.failedText + requestIdNote];
  const content = (
    <>
      <OfficeTitle title={title} />
      <p role="alert" suppressHydrationWarning>
        {text}
      </p>
      {status === 410 && <p>{staff.invitationInvalidText}</p>}
    </>
  );
  return isInFrame ? content : <SignedOutFrame>{content}</SignedOutFrame>;
}

/** The result of the last command, with a form that undoes it where that is possible. */
export function StatusMessage() {
  const { flash, savedEntries } = useFrame();
  const texts = useTexts(formTexts);
  const saved = savedEntries !== null && (hasTyped(savedEntries) ? 'entriesSaved' : 'sendAgain');
  const text = saved ? texts[saved] : flash?.text;
  if (text === undefined) return null;
  return (
    <div className="alert alert--success alert--inline office-status">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus, jsx-a11y/prefer-tag-over-role -- the response to a form takes the focus (office.md 13.1) */}
      <p role="status" tabIndex={-1} autoFocus>
        {text}
      </p>
      {flash?.undo && (
        <ButtonForm action={flash.undo.path} entries={flash.undo.entries} isSmall>
          {texts.undo}
        </ButtonForm>
      )}
    </div>
  );
}

/** The task of the help that belongs to a screen, by the beginning of its path. */
const helpTopics: [path: string, topic: string][] = [
  ['/office/orders/new', 'complimentary'],
  ['/office/orders', 'orders'],
  ['/office/dispatch', 'post'],
  ['/office/mails', 'mail'],
  ['/office/messages', 'messages'],
  ['/office/people', 'people'],
  ['/office/concerts', 'concerts'],
  ['/office/reports', 'reports'],
];

/** Leads to the help for the screen, at the same place on each page (office.md 13.1). */
export function OfficeFooter() {
  const { path, staff } = useFrame();
  const texts = useTexts(frameTexts);
  if (staff === null) return <footer className="office-footer">{texts.signedOutHelp}</footer>;
  const topic = path.includes('/box-office')
    ? 'boxOffice'
    : helpTopics.find(([start]) => path.startsWith(start))?.[1];
  return (
    <footer className="office-footer">
      <a className="text-link" href={`/office/help${topic === undefined ? '' : `#${topic}`}`}>
        {texts.help}
      </a>
    </footer>
  );
}

/** Hidden fields of the forms that are one button. */
const hidden = new Set(
  'form do undo id number version tickets task takeBack from state'.split(' '),
);

/** Whether a form had anything to type or choose in it. */
const hasTyped = (entries: FormEntries): boolean =>
  Object.entries(entries).some(([name, values]) => !hidden.has(name) && values.some(Boolean));
