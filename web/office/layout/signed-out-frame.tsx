import { useFrame, useTexts } from '../platform/use-frame.ts';
import { DemoNote } from './office-header.tsx';
import { OfficeFooter } from './office-footer.tsx';
import { StatusMessage } from './status-message.tsx';
import { use, type ReactNode } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { frameTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { RequestIdContext } from '../../platform/document.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';

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
    403: [texts.noPermission, texts.noPermissionText],
    404: [texts.notFound, texts.notFoundText],
    410: [staff.setUp, staff.invitationInvalid],
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
