/** Parameters the API version knows, as far as a card payment has use for them. */
const COMMON = [
  'amount_details',
  'allowed_payment_method_types',
  'capture_method',
  'excluded_payment_method_types',
  'payment_details',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'shipping',
];

/** Parameters of `update`. */
export const UPDATE_PARAMS = [
  ...COMMON,
  'amount',
  'currency',
  'customer',
  'description',
  'metadata',
  'payment_method_configuration',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
];

/** Parameters of `create`. */
export const CREATE_PARAMS = [
  ...UPDATE_PARAMS,
  'automatic_payment_methods',
  'confirm',
  'confirmation_method',
  'error_on_requires_action',
  'off_session',
  'return_url',
  'use_stripe_sdk',
];

/** Parameters of `confirm`. */
export const CONFIRM_PARAMS = [
  ...COMMON,
  'amount_to_confirm',
  'error_on_requires_action',
  'off_session',
  'return_url',
  'use_stripe_sdk',
];

/** Parameters that Stripe.js sends when a buyer confirms. */
export const BROWSER_PARAMS = [...CONFIRM_PARAMS, 'client_secret'];
