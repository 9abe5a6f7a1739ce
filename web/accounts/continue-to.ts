/** Pages with a Content-Security-Policy or Referrer-Policy of their own (clarifications.md, Pages). */
const LOADED_WHOLE =
  /^\/(?:ticketshop\/(?:payment|order-confirmation)|newsletter-preferences|verify-email|auth\/reset-password)(?:[/?#]|$)/;

/** Goes on to a path of the site after login; the login itself is no step to go back to. */
export async function continueTo(
  path: string,
  navigate: (path: string, options: { replace: true }) => void | Promise<void>,
): Promise<void> {
  if (LOADED_WHOLE.test(path)) window.location.replace(path);
  else await navigate(path, { replace: true });
}
