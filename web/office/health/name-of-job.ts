import { jobTexts } from '#messages/office/health.ts';

type KnownJob = keyof typeof jobTexts;

const isKnown = (task: string): task is KnownJob => Object.hasOwn(jobTexts, task);

/** A kind of job in plain words; its own name where there are none. */
export function nameOfJob(task: string, read: (name: KnownJob) => string): string {
  return isKnown(task) ? read(task) : task;
}
