import { data, type ClientActionFunctionArgs } from 'react-router';
import { readEntries } from '#contract/office/forms.ts';
import { toProblem } from '../platform/to-problem.ts';
import type { Refused } from './use-form.ts';

/**
 * The `clientAction` of every page with a form. Without a network, or when the server fails, the form is refused like
 * any other: thrown, the error would replace the page with everything typed in it.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const sent = await request.clone().formData();
  try {
    return await serverAction<Refused>();
  } catch (error) {
    // rethrown, it would be an unhandled rejection while React Router 8.4 preloads the page's styles
    if (error instanceof Response) return stayOnPage(error);
    const problem = toProblem(error);
    // a bug of ours
    if (problem === null) throw error;
    const entries = readEntries(sent);
    return data<Refused>(
      { form: entries['form']?.[0] ?? '', entries, problem },
      // React Router would load the page again after a success, which would fail, too
      { status: problem.status || 503 },
    );
  }
}

/** A redirect to the page itself leaves the reader at the place, and adds nothing to the history. */
function stayOnPage({ status, headers: given }: Response): Response {
  const headers = new Headers(given);
  const { pathname, search } = new URL(headers.get('location') ?? '', location.href);
  const isOtherDocument = headers.has('X-Remix-Reload-Document');
  if (!isOtherDocument && pathname === location.pathname) {
    headers.set('location', pathname + search);
    headers.set('X-Remix-Replace', 'true');
  }
  return new Response(null, { status, headers });
}
