// How visitors find elements, as XPath: by role and name.

const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`);
const named = (name: string) => `[normalize-space(.)=${quote(name)} or @aria-label=${quote(name)}]`;

export const button = (name: string) => `//button${named(name)}`;
export const link = (name: string) => `//a${named(name)}`;
/** A link to the next step in hydrated pages, otherwise a button. */
export const nextStep = (name: string) =>
  `//main//*[self::a or self::button]${named(name)}[not(@aria-disabled="true")]`;
/** A field by its label. */
export const field = (label: string) =>
  `//*[@id=//label[normalize-space(.)=${quote(label)}]/@for][not(ancestor::footer)]`;
/** The number of tickets of a type, where no scripts run. */
export const numberField = (name: string) => `//main//input[@type="number"]${named(name)}`;
/** A radio button, by its label. */
export const choice = (name: string) =>
  `//label[.//input[@type="radio"]]//span[normalize-space(.)=${quote(name)}]`;
export const heading = (title: string) => `//h1[contains(normalize-space(.), ${quote(title)})]`;
/** An element whose own text has this part. */
export const elementWithText = (part: string) =>
  `//body//*[text()[contains(normalize-space(.), ${quote(part)})]]`;
