import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { mayOpen, screens } from '#contract/office/screens.ts';

const paths: readonly string[] = Object.keys(screens);

/** The link of a concert's name: its page in the office, its box-office list, or its public page. */
export function concertPath(id: number, role: Role, language: Language): string {
  if (paths.includes('/office/concerts/:id')) return `/office/concerts/${id}`;
  if (mayOpen(role, '/office/concerts/:id/box-office')) return `/office/concerts/${id}/box-office`;
  return `/${language}/concerts/${id}`;
}

/** The page where a concert's sale is changed; without one, the link of its name. */
export function salePath(id: number, role: Role, language: Language): string {
  if (paths.includes('/office/concerts/:id/sale')) return `/office/concerts/${id}/sale`;
  return concertPath(id, role, language);
}
