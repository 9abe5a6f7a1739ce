import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router';
import type { Route } from './+types/office-root';
import { officeContext } from '../platform/office-context.ts';
import { ErrorFrame } from './signed-out-frame.tsx';
import '../styles/office.css';

/** The frame's data. */
export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).frame();
}

/** A page that is read again, such as that of a run, keeps its message: the frame would come without it. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.href !== nextUrl.href;

export default function OfficeRoot() {
  return <Outlet />;
}

/** Reached when a page outside of the office's layout fails. */
export function ErrorBoundary() {
  return <ErrorFrame />;
}
