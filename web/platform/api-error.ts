/** The body of every refusal (api.md, Conventions). */
export interface ErrorBody {
  message?: string;
  error?: string;
  msgCode?: number;
  error_I18n?: string;
  errors?: Record<string, string[]>;
}

/** A call that was answered with anything but success. Status 0: no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly msgCode: number | undefined;
  readonly errorKey: string | undefined;
  /** Messages per field of a 422. */
  readonly errors: Record<string, string[]>;

  constructor(status: number, body: ErrorBody) {
    super(messageOf(status, body));
    this.name = 'ApiError';
    this.status = status;
    this.msgCode = body.msgCode;
    this.errorKey = body.error_I18n;
    this.errors = body.errors ?? {};
  }

  /** The first message of every refused field. */
  get fieldErrors(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.errors).map(([field, messages]) => [field, messages[0] ?? '']),
    );
  }
}

/** product.md 8, Generic HTTP handling: what a failed call says. */
function messageOf(status: number, body: ErrorBody): string {
  if (status === 422 && body.errors) {
    const all = Object.values(body.errors).flat().join(' ');
    if (all !== '') return all;
  }
  return body.message ?? body.error ?? String(status);
}
