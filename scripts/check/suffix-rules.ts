import type { SourceFile } from './source-files.ts';

const constant = /^(?:export )?const ([A-Za-z_$][\w$]*)(?:: number)? = [-\d(][\d_.\s*+/()e-]*;/gm;
const type = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w*(?:Tools|Parts|Wire))\b/gm;
const contractRow = /^(?:export )?(?:interface|type) (\w*Row)\b/gm;
const units =
  /_(?:MS|SECONDS|MINUTES|HOURS|DAYS|YEARS|BYTES|KIB|MB|CENTS|EUR|PERCENT|DEGREES|COUNT|LENGTH|ID|FACTOR|VERSION|WIDTH|HEIGHT|SIZE)$/;
const limit = /^(?:MAX|MIN)_/;
/** Lengths in points and coordinates of drawings, which have no other unit. */
const drawings = /^(?:packages\/plates|server\/(?:drawing|brochure|documents\/pdf))\//;

/**
 * Numeric constants are upper case and end in their unit or are limits; no type is named …Tools, …Parts or …Wire, and
 * none in contract/ is named …Row.
 */
export function checkSuffixes(files: SourceFile[]): string[] {
  return files.filter(({ path }) => /\.tsx?$/.test(path)).flatMap(checkFile);
}

function checkFile(file: SourceFile): string[] {
  const at = (index = 0) => `${file.path}:${file.text.slice(0, index).split('\n').length}`;
  const numbers = [...file.text.matchAll(constant)].flatMap((match) => {
    const name = match[1] ?? '';
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
      return [`${at(match.index)}  ${name} is a number  → UPPER_SNAKE with its unit`];
    }
    const isClear = limit.test(name) || units.test(name) || drawings.test(file.path);
    return isClear
      ? []
      : [`${at(match.index)}  ${name} has no unit  → _MS, _BYTES … or MAX_, MIN_`];
  });
  const types = [...file.text.matchAll(type)].map(
    (match) => `${at(match.index)}  ${match[1]}  → …Deps, …Dto, …Input`,
  );
  const rows = file.path.startsWith('contract/') ? [...file.text.matchAll(contractRow)] : [];
  const wireRows = rows.map((match) => `${at(match.index)}  ${match[1]} is on the wire  → …Dto`);
  return [...numbers, ...types, ...wireRows];
}
