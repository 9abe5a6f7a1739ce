/** A browser window that a driver of ours controls. Elements are found by XPath, which every protocol supports. */
export interface Engine {
  /** Loads an absolute URL. */
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** The visible elements, in the page or in the frame that this second XPath finds. */
  find(xpath: string, frame?: string): Promise<EngineElement[]>;
  /** PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Valid until the next `find`. */
export interface EngineElement {
  click(): Promise<void>;
  /** Replaces a field's value by typing; of a `<select>`, chooses the option with this text. */
  fill(value: string): Promise<void>;
  text(): Promise<string>;
  attribute(name: string): Promise<string | null>;
}

export interface EngineOptions {
  hasScripts: boolean;
  /** CSS pixels. */
  viewport: { width: number; height: number };
}
