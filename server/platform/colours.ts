/**
 * Colours outside the style sheets: documents, mails, icons, manifest (design.md 6.3). A test compares them with
 * web/styles/tokens.css. Plates have palettes of their own.
 */
export const colours = {
  /** Text. */
  ink: '#0F2B2D',
  /** Secondary text. */
  ink2: '#3D5658',
  paper: '#F7F8F5',
  white: '#FFFFFF',
  /** Quiet fill. */
  panel: '#E8EEEA',
  sky: '#CFE2DE',
  /** Accent as a fill; too light for text on paper. */
  action: '#F2703D',
  /** Accent as text. */
  actionText: '#A63A12',
  /** Hairline for print and mails, which have no transparency: opaque, unlike the token. */
  line: '#C9D2CF',
} as const;

/** The colours of a festival: these, or its own. '#RRGGBB'. */
export type Colours = Record<keyof typeof colours, string>;
