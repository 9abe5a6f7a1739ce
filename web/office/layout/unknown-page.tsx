import type { Route } from './+types/unknown-page';
import { officeContext } from '../platform/office-context.ts';

/** A path without a screen; the office itself responds with the right status. */
export function loader({ context }: Route.LoaderArgs): null {
  void context.get(officeContext).staff;
  throw new Response(null, { status: 404 });
}

export function action(args: Route.ActionArgs): null {
  return loader(args);
}

export default function UnknownPage() {
  return null;
}
