/**
 * Class names that put an element at a fraction of its parent's width, to a thousandth. (Pages carry no style
 * attributes, so that their Content-Security-Policy can forbid them; positions.css adds hundreds, tens and ones up.)
 */
export function positionClass(fraction: number, screen: 'wide' | 'phone'): string {
  const thousandths = Math.min(999, Math.max(0, Math.round(fraction * 1000)));
  const digits = String(thousandths).padStart(3, '0');
  const letter = screen === 'wide' ? 'w' : 'p';
  return `${letter}a${digits[0]} ${letter}b${digits[1]} ${letter}c${digits[2]}`;
}

/** A name narrower than this, in em, does not fill the measure: it would fill the screen. */
const MIN_WORDMARK_WIDTH = 2.3;

/** Class names of a font size that sets a name of this width in em across the measure (home-hero.css). */
export function wordmarkClass(width: number): string {
  // rounded down, so that rounding never makes the name too wide
  return positionClass(Math.floor(2000 / Math.max(MIN_WORDMARK_WIDTH, width)) / 1000, 'wide');
}
