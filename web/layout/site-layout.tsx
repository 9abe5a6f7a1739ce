import { Outlet, useRouteError } from 'react-router';
import type { Route } from './+types/site-layout';
import { isLostNetwork, problemOf } from '../platform/or-problem.ts';
import { serverContext, shopContext } from '../platform/server-context.ts';
import { withoutSummits, type SiteData } from '../platform/site.ts';
import { ErrorPage } from './error-page.tsx';
import { useHeaderVariant } from './header-variant.ts';
import { NotFound } from './not-found.tsx';
import { PageFrame } from './page-frame.tsx';
import '../styles/site.css';

/** The data of every page; without a database the frame and the error message still render. */
export async function loader({ context }: Route.LoaderArgs): Promise<SiteData> {
  const visit = context.get(shopContext);
  const { origin, config } = context.get(serverContext);
  const { response } = await visit.call('getSite', {});
  const site = response && withoutSummits(response.data);
  const { language, hint } = visit;
  return { language, origin, config, site, hint, flash: visit.consumeFlash() };
}

/** The association's data does not change while somebody reads. */
export const shouldRevalidate = () => false;

export default function SiteLayout() {
  return (
    <PageFrame header={useHeaderVariant()}>
      <Outlet />
    </PageFrame>
  );
}

/** A missing concert has a 404 page of its own; any other error offers a retry. */
export function ErrorBoundary() {
  const error = useRouteError();
  const status = isLostNetwork(error) ? 0 : statusOf(error) || 500;
  // the problem of a call has its own sentence, other errors have none
  const message = problemOf(error)?.message;
  return (
    <PageFrame>
      {status === 404 ? <NotFound /> : <ErrorPage status={status} message={message} />}
    </PageFrame>
  );
}

/** HTTP status of a failed call; 0 for anything else. The server's own errors have one, too. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('status' in error)) return 0;
  return typeof error.status === 'number' ? error.status : 0;
}
