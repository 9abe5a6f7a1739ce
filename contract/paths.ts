import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** One call of the API: its input, its response, its problems. */
export interface Endpoint {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Status of success; default 200. */
  status?: 200 | 201 | 204;
  response?: z.ZodType;
  /**
   * `required`: 401 or 419 without a valid bearer token; `optional`: only an invalid one is refused; `device`: that of
   * a device of the door (door.md 3).
   */
  bearer?: 'required' | 'optional' | 'device';
  /** Bytes of a body that may be larger than those of other calls. */
  maxBytes?: number;
  /** A GET that changes something: refuses HEAD, which link checkers send. */
  changes?: true;
  /** Describes when it redirects (302) instead. */
  redirects?: string;
  problems: readonly ProblemCode[];
}

// Every call of the API by name: method and path (product.md 7, api.md). Zod-free, used by both sides.

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Method and path of every endpoint that pages call, too (api.md). */
export const paths = {
  getFestival: ['GET', '/api/festival'],
  getSite: ['GET', '/api/site'],
  getPage: ['GET', '/api/pages/:page'],

  listConcerts: ['GET', '/concert'],
  getConcert: ['GET', '/concert/:id'],
  listCountries: ['GET', '/countries'],

  addToCart: ['POST', '/cart'],
  getCart: ['GET', '/cart/:sessionId'],
  updateCart: ['POST', '/cart/update'],
  extendCart: ['POST', '/cart/extend'],
  clearCart: ['POST', '/cart/clear'],
  chooseDelivery: ['POST', '/cart/delivery/:sessionId'],

  saveDeliveryDetails: ['POST', '/delivery-details'],
  getDeliveryDetails: ['GET', '/delivery-details'],

  initiatePayment: ['POST', '/payment/initiate/:sessionId'],
  completePayment: ['POST', '/payment/complete/:sessionId'],

  getOrderDetails: ['GET', '/api/order/details'],
  listOrders: ['GET', '/orders'],
  getTicketKey: ['GET', '/api/tickets/public-key'],

  register: ['POST', '/register'],
  login: ['POST', '/login'],
  logout: ['POST', '/logout'],
  logoutEverywhere: ['POST', '/logout-everywhere'],
  getMe: ['GET', '/me'],
  listSessions: ['GET', '/me/sessions'],
  updateUser: ['PUT', '/:id'],
  forgotPassword: ['POST', '/forgot-password'],
  resetPassword: ['POST', '/api/reset-password'],
  resendVerification: ['GET', '/api/email/verification-notification'],
  undoEmailChange: ['POST', '/api/email/undo-change'],
  verifyEmail: ['GET', '/api/email/verify/:id/:token'],

  sendContactMessage: ['POST', '/api/contact'],
  getNewsletterPreferences: ['GET', '/api/newsletter-preferences/:token'],
  saveNewsletterPreferences: ['PUT', '/api/newsletter-preferences/:token'],
  unsubscribeNewsletter: ['POST', '/api/newsletter-preferences/:token'],
  signUpForNewsletter: ['POST', '/api/newsletter'],
  pairDoorDevice: ['POST', '/api/door/pair'],
  getDoorDevice: ['GET', '/api/door/me'],
  leaveDoor: ['POST', '/api/door/leave'],
  listDoorConcerts: ['GET', '/api/door/concerts'],
  getDoorList: ['GET', '/api/door/lists/:concertId'],
  listDoorChanges: ['GET', '/api/door/changes'],
  sendDoorEvents: ['POST', '/api/door/events'],
  findTickets: ['POST', '/api/tickets/find'],
} as const satisfies Record<string, readonly [Method, string]>;

export type EndpointName = keyof typeof paths;

/**
 * The pages besides the home page that are the same for everybody (product.md 2), at three addresses: without a prefix
 * in the negotiated language, under /de and /en in that one (product.md 10).
 */
export const publicPaths = [
  'about',
  'contact',
  'impressum',
  'terms',
  'privacy',
  'accessibility',
  'concerts/all',
  'concerts/:concertId',
  'tickets/find',
  'not-found',
] as const;

const names = publicPaths.join('|').replaceAll(/:\w+/g, '[^/.]+');
const PUBLIC = new RegExp(`^(?:/(?:de|en))?(?:/(?:${names}))?/?$`);

/** Whether a page is the same for everybody, and exists under /de and /en. */
export const isPublicPath = (pathname: string): boolean => PUBLIC.test(pathname);

/** A page about a problem is rendered at this path instead of the requested page or file; nobody opens it. */
export const PROBLEM_PATH = '/office/problem';

/** Whether an address is the preview of a concert: a page of the site within the office (office.md 5.2). */
export const isPreviewPath = (path: string): boolean =>
  /^\/office\/concerts\/[^/?]+\/preview(?:\?|$)/.test(path);
