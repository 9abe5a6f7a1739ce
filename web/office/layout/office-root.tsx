import { Outlet } from 'react-router';
import type { Route } from './+types/office-root';
import { officeContext } from '../platform/office-context.ts';
import { ErrorFrame } from './signed-out-frame.tsx';
import '../styles/office.css';

/** The frame's data. */
export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).frame();
}

export default function OfficeRoot() {
  return <Outlet />;
}

/** Reached when a page outside of the office's layout fails. */
export function ErrorBoundary() {
  return <ErrorFrame />;
}
