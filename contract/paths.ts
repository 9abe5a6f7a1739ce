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
  // only for pages (`inProcess`): the path is their label in metrics
  resumePayment: ['POST', '/payment/resume/:sessionId'],
  openHostedPage: ['POST', '/payment/page/:sessionId'],
  completeHostedPage: ['POST', '/payment/page/complete/:sessionId'],
  settleReturn: ['POST', '/payment/return'],

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
} as const satisfies Record<string, readonly [Method, string]>;

export type EndpointName = keyof typeof paths;
