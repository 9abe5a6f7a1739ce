// The rules for commit subjects in CONTRIBUTING.md: `node scripts/run.mjs check-commits`.
import { spawnSync } from 'node:child_process';
import { checkSubjects } from './check/commit-subjects.ts';
import { root } from './root.ts';

/** The last commit before these rules; a shallow clone may lack it, then there is nothing to judge. */
const RULES_BEGIN_AFTER = 'd691e8e';

const { status, stdout } = spawnSync('git', ['log', '--format=%s', `${RULES_BEGIN_AFTER}..HEAD`], {
  cwd: root,
  encoding: 'utf8',
});
const findings = status === 0 ? checkSubjects(stdout.split('\n').filter(Boolean)) : [];
for (const finding of findings) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
