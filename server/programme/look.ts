import { z } from 'zod';
import { inBoth } from '#messages/define-texts.ts';
import { contrastText, toLoadMessage } from '#messages/programme-problems.ts';
import { colours, type Colours } from '../platform/colours.ts';
import { CoverFormat } from './concert-format.ts';
import { problem } from './text-format.ts';

// The look of a festival's site (docs/your-own-festival.md 2). Colours are '#RRGGBB'.

const Colour = z.string().regex(/^#[\da-f]{6}$/i, problem('colour'));

/** What is read on what; below 4.5 to 1 many people cannot (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
const pairs = [
  ['ink', 'paper'],
  ['ink', 'sky'],
  ['ink', 'action'],
  ['actionText', 'paper'],
  ['actionText', 'sky'],
  ['success', 'paper'],
  ['focus', 'paper'],
  ['highlight', 'ink'],
] as const;

const LookColours = z
  .strictObject({
    /** Text. */
    ink: Colour,
    /** The page. */
    paper: Colour,
    /** Head and foot of the site, and of mails. */
    sky: Colour,
    /** Buttons. */
    action: Colour,
    /** Links. */
    actionText: Colour,
    /** Done; free admission. */
    success: Colour,
    /** The ring around what has the focus. */
    focus: Colour,
    /** The same ring on dark ground. */
    highlight: Colour,
  })
  .superRefine((own, context) => {
    for (const [text, ground] of pairs) {
      const ratio = contrast(own[text], own[ground]);
      // what is no colour has none
      if (!(ratio < MIN_CONTRAST)) continue;
      const found = (Math.floor(ratio * 10) / 10).toFixed(1);
      const values = { ratio: found, ground, least: MIN_CONTRAST };
      const refusal = inBoth(contrastText, values);
      const message = toLoadMessage(refusal);
      context.addIssue({ code: 'custom', path: [text], message, params: { text: refusal } });
    }
  });

/** Every page has it twice. */
const MAX_LOGO_LENGTH = 8000;

/** A drawing in one colour, as an SVG path; of `logo.svg`, read-programme.ts takes both. */
const LogoFormat = z.strictObject(
  {
    /** Left, top, width and height. */
    viewBox: z.string().regex(/^(?:-?[\d.]+[ ,]+){2}[\d.]+[ ,]+[\d.]+$/, problem('viewBox')),
    path: z
      .string()
      .max(MAX_LOGO_LENGTH, `is longer than ${MAX_LOGO_LENGTH} characters`)
      .regex(/^[\s\d.,eMmZzLlHhVvCcSsQqTtAa+-]+$/, problem('svgPath')),
  },
  problem('logo'),
);

export const LookFormat = z.strictObject({
  logo: LogoFormat.optional(),
  colours: LookColours.optional(),
  /** The buildings before the mountains of the drawings: the abbey and its houses, or none. */
  foreground: z.enum(['abbey', 'none'], problem('foreground')).optional(),
  /** The drawings of concerts; none: photographs and words alone. */
  plates: z.enum(['drawn', 'none'], problem('plates')).optional(),
  /** Instead of the season's drawing on the home page. */
  home: z.union([z.literal('drawn'), CoverFormat], problem('home')).optional(),
  /** A plan of the place; left out: the abbey's, if it is the foreground. */
  sitePlan: z
    .union([z.literal('none'), CoverFormat.omit({ credit: true })], problem('sitePlan'))
    .optional(),
});

type Look = z.output<typeof LookFormat>;
type Own = z.output<typeof LookColours>;

/** The festival's own colours, or the demonstration's. */
export function coloursOf(look: Look | undefined): Colours {
  const own = look?.colours;
  if (own === undefined) return colours;
  const { ink, paper, sky, action, actionText } = own;
  const line = mix(paper, ink, 0.18);
  return { ...colours, ...tintsOf(own), ink, paper, sky, action, actionText, line };
}

/** The style that replaces the colours of web/styles/tokens.css; '' without own colours. */
export function lookStyle(look: Look | undefined): string {
  const own = look?.colours;
  if (own === undefined) return '';
  const { actionText, ...others } = own;
  const { ink2, ...tints } = tintsOf(own);
  const tokens = { ...others, 'action-text': actionText, 'ink-2': ink2, ...tints };
  const rules = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  // twice, so that it counts more than the style sheet, which comes later on the next page
  return `:root:root{${rules.join(';')};--line:${own.ink}26}`;
}

/** The colours between the chosen ones. */
function tintsOf({ ink, paper, sky, action, highlight }: Own) {
  return {
    ink2: towards(ink, paper, 0.2, MIN_CONTRAST),
    dusk: towards(ink, sky, 0.35, MIN_CONTRAST),
    field: towards(ink, paper, 0.35, MIN_CONTRAST),
    idle: towards(ink, paper, 0.45, 3),
    panel: mix(paper, ink, 0.06),
    chosen: mix(paper, ink, 0.03),
    water: mix(sky, paper, 0.3),
    rose: mix(sky, action, 0.25),
    night: ink,
    moon: mix(highlight, paper, 0.5),
  };
}

/** Mixes text with its ground, as far as the contrast allows. */
function towards(text: string, ground: string, share: number, least: number): string {
  const mixed = mix(text, ground, share);
  return share <= 0 || contrast(mixed, ground) >= least
    ? mixed
    : towards(text, ground, share - 0.05, least);
}

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** `share` is the part of the second, 0 to 1. */
function mix(first: string, second: string, share: number): string {
  const others = channelsOf(second);
  const mixed = channelsOf(first).map((value, index) =>
    Math.round(value + ((others[index] ?? 0) - value) * Math.max(0, share)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** From 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
