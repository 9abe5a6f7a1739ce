import { redirect, type LoaderFunctionArgs } from 'react-router';

/** Redirects any unknown path to the home page, /de/… to /de (product.md 2; api.md, Conventions). */
export function loader({ url }: LoaderFunctionArgs) {
  const [first] = url.pathname.split('/').filter(Boolean);
  return redirect(first === 'de' || first === 'en' ? `/${first}` : '/');
}
