import { formatNumber } from '#contract/format.ts';
import { runProgressTexts } from '#messages/office/run-progress.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type Run = Pick<OutputOf<'run:page'>, 'done' | 'total' | 'isUndone'>;

/** How much of a run is done, in words. */
export function useProgress({ done, total, isUndone }: Run): string {
  const texts = useTexts(runProgressTexts);
  const language = useLanguage();
  if (isUndone) return texts.undone;
  return texts.done({ done: formatNumber(done, language), total: formatNumber(total, language) });
}

/** How much of a run is done. */
export function RunProgress({ run }: { run: Run }) {
  const words = useProgress(run);
  if (run.isUndone) return <>{words}</>;
  // a run without items is done
  const max = Math.max(1, run.total);
  return (
    <label>
      {words} <progress max={max} value={run.total === 0 ? max : run.done} />
    </label>
  );
}
