/** The page of the office that a sign-in leads back to: `?to=`, if it is one; otherwise the first page. */
export function returnPath(url: URL): string {
  const to = url.searchParams.get('to') ?? '';
  return /^\/(?:office|door)(?:[/?]|$)/.test(to) && !/[\\\t\r\n]/.test(to) ? to : '/office';
}
