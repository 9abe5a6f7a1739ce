/** Stripe's error object. The `stripe` client chooses its error class by status and type. */
export type ErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  doc_url?: string;
};

/** Thrown by routes; becomes a response `{ error }` with this HTTP status. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'ApiFailure';
    this.status = status;
    this.body = body;
  }
}

/** 400 for parameters that are missing or wrong. */
export function invalidRequest(message: string, more: Partial<ErrorBody> = {}): ApiFailure {
  return new ApiFailure(400, { type: 'invalid_request_error', message, ...more });
}

/** 404 as Stripe words it. */
export function noSuch(what: string, id: string, param = 'id'): ApiFailure {
  const message = `No such ${what}: '${id}'`;
  return new ApiFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message,
  });
}
