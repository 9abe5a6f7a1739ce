/** What a worker says to the process that supervises it. */
export type FromWorker =
  /** It runs and can be told what to open. */
  | { type: 'here' }
  /** It answers requests on this port. */
  | { type: 'open'; port: number }
  /** It cannot open, in one line for the operator. */
  | { type: 'refused'; text: string }
  /** Somebody asks it for the metrics of all. */
  | { type: 'metrics-wanted'; id: number }
  /** It listens no more and wants to end. */
  | { type: 'leaving' };

/** What the supervisor says to a worker. */
export type ToWorker<Orders> =
  | { type: 'open'; orders: Orders }
  /** Undefined: they could not be collected. */
  | { type: 'metrics'; id: number; text: string | undefined }
  /** No connection is on its way to it any more. */
  | { type: 'left' };
