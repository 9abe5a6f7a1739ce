/** Options of `startSandbox`. Only the four keys are required. */
export type SandboxOptions = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where events are posted; without it they wait until `setWebhookUrl`. */
  webhookUrl?: string;
  /** The types the receiver wants, as set for an endpoint at Stripe; default all. */
  webhookEvents?: readonly string[];
  /** 0 or nothing: a free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** A journal that survives restarts and kill -9; without it, everything is in memory. */
  stateFile?: string;
  /** Pauses in ms before each further attempt to deliver an event; default about three days. */
  webhookRetryDelays?: number[];
  /** Pause in ms until a processing payment or pending refund ends by itself; `null`: only by `faults`. */
  asyncDelay?: number | null;
  /** Milliseconds since 1970; default Date.now. */
  clock?: () => number;
};

/** The API version this server speaks: that of the `stripe` package. */
export const API_VERSION = '2026-10-28.endive';
