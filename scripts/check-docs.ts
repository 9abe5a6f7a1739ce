// Limits and completeness of the documents: `node scripts/run.mjs check-docs`.
import { checkDocs } from './check/docs-rules.ts';
import { readFiles, readSourceFiles } from './check/source-files.ts';

const isProductCode = /^(?:contract|server|web|messages|db|test)\//;
const sources = readSourceFiles().filter(({ path }) => isProductCode.test(path));
const findings = checkDocs(readFiles(/\.md$/), sources);
for (const finding of findings) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
