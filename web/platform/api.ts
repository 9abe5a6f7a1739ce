import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { showAlert, showAlertOnNextPage } from './alerts.ts';
import { createApiClient, type CallOptions } from './api-client.ts';
import type { ClientSettings } from './api-client.ts';
import type { ApiError } from './api-error.ts';
import { failureText } from './failure-text.ts';
import { documentLanguage } from './language.ts';
import { localizedPath, languageOfPath } from './localized-path.ts';
import { goTo, pathOnTheWay } from './navigation.ts';
import { getUser, setUser } from './session.ts';

let apiOrigin = '';

/** The root tells where the API lives; '' is the page's own origin. */
export function setApiOrigin(origin: string): void {
  apiOrigin = origin.replace(/\/$/, '');
}

const settings: ClientSettings = {
  origin: () => apiOrigin,
  language: documentLanguage,
  token: () => getUser()?.access_token,
  fetch: (url, init) => fetch(url, init),
  onFailure: handleFailure,
};

/** The API, called from the browser. */
export const api = createApiClient(settings);

/** product.md 8: what happens on every page, whichever call failed. */
function handleFailure(error: ApiError, options: CallOptions): void {
  const texts = pickTexts(platformTexts, documentLanguage());
  error.message = failureText(error, texts);
  const own = options.ownStatuses;
  if (own === true || own?.includes(error.status)) return;
  if (error.status === 401 || error.status === 419) leaveForLogin(texts.sessionEnded);
  if (error.status === 403) {
    // the arrival of the page that asked would clear it
    const show = pathOnTheWay() === null ? showAlert : showAlertOnNextPage;
    show('danger', texts.missingPermissions);
  }
  if (error.status === 404) {
    goTo(localizedPath('/not-found', languageOfPath(window.location.pathname)));
  }
}

/** Forgets the user, explains at the login and goes on from there to where it happened. */
function leaveForLogin(explanation: string): void {
  setUser(null);
  const { pathname, search } = window.location;
  showAlertOnNextPage('info', explanation);
  goTo(`/auth/login?next=${encodeURIComponent(pathOnTheWay() ?? pathname + search)}`);
}
