// The layout rules of ARCHITECTURE.md, on their own: `node scripts/run.mjs check-structure`.
import { checkStructure } from './check/structure-rules.ts';
import { readSourceFiles } from './check/source-files.ts';

const findings = checkStructure(readSourceFiles());
for (const finding of findings) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
