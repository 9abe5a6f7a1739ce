import { useState } from 'react';
import type { ProblemDto } from '#contract/problem-dto.ts';
import { newId } from '../platform/new-id.ts';
import { isRetryable } from '../platform/or-problem.ts';

/** The data of an action, with its problem if there was one. */
type ActionData = { problem?: ProblemDto | null } | undefined;

/**
 * The key of a form's next submission: the loader's, then a new one after every response. A submission without
 * a response keeps its key, so that sending it again has one effect (form-data.server.ts, `onceByKey`).
 */
export function useFormKey(loaded: string, data: ActionData): string {
  const [known, setKnown] = useState({ key: loaded, loaded, data });
  if (known.loaded === loaded && known.data === data) return known.key;
  const isUnanswered = data?.problem ? isRetryable(data.problem) : false;
  const key = known.loaded !== loaded ? loaded : isUnanswered ? known.key : newId();
  setKnown({ key, loaded, data });
  return key;
}
