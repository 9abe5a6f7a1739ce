import { useRouteLoaderData } from 'react-router';
import type { Language } from '#contract/language.ts';
import type { OfficeFrame } from '#contract/office/office.ts';
import { pickTexts, type Picked } from '#messages/define-texts.ts';

/** Used when the frame itself could not be loaded. */
const emptyFrame: OfficeFrame = {
  language: 'de',
  festival: '',
  phone: '',
  isDemo: false,
  isTestMode: false,
  staff: null,
  path: '/office',
  flash: null,
  savedEntries: null,
  formToken: '',
  isIdle: false,
  idleMinutes: 0,
};

/** The data of the frame around every page. */
export function useFrame(): OfficeFrame {
  return useRouteLoaderData<OfficeFrame>('office') ?? emptyFrame;
}

/** The language of the reader. */
export const useLanguage = (): Language => useFrame().language;

/** A feature's texts in the reader's language. */
export function useTexts<T extends Parameters<typeof pickTexts>[0]>(texts: T): Picked<T> {
  return pickTexts(texts, useLanguage());
}
