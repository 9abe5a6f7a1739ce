/** A rendered page or API response. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
