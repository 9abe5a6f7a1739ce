let sheet;

/**
 * Styles the frame as the page asks (Stripe's Appearance API: `variables` and `rules`) and loads
 * its fonts. Through the object model only: the frame's policy forbids inline styles.
 */
export function applyAppearance({ variables = {}, rules = {} } = {}) {
  const root = document.documentElement;
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(`--${name}`, value);
  sheet ??= addSheet();
  sheet.replaceSync('');
  for (const [selector, properties] of Object.entries(rules)) {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)];
    for (const [name, value] of Object.entries(properties)) {
      const property = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      rule.style.setProperty(property, value);
    }
  }
}

/** Loads fonts given as `{ family, src, weight, style }`; a font that fails is left out. */
export function loadFonts(fonts = []) {
  for (const { family, src, weight = 'normal', style = 'normal' } of fonts) {
    if (!family || !src) continue;
    const face = new FontFace(family, src, { weight, style });
    document.fonts.add(face);
    face.load().catch(() => undefined);
  }
}

function addSheet() {
  const added = new CSSStyleSheet();
  document.adoptedStyleSheets.push(added);
  return added;
}
