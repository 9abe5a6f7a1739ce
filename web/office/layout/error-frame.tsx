import { isRouteErrorResponse, useRouteError } from 'react-router';
import { frameTexts } from '#messages/office/frame.ts';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeTitle } from '../ui/office-title.tsx';

/** Says why a page is not shown. `isInFrame`: the frame has the `main` already. */
export function ErrorFrame({ isInFrame = false }: { isInFrame?: boolean }) {
  const error = useRouteError();
  const texts = useTexts(frameTexts);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const [title, text] =
    status === 403
      ? [texts.noPermission, texts.noPermissionText]
      : status === 404
        ? [texts.notFound, texts.notFoundText]
        : [texts.failed, texts.failedText];
  const content = (
    <>
      <OfficeTitle title={title} />
      <p role="alert">{text}</p>
    </>
  );
  return isInFrame ? content : <main className="office-main office-main--alone">{content}</main>;
}
