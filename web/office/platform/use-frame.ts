import { useRouteLoaderData } from 'react-router';
import type { OfficeFrame } from '#contract/office/office.ts';

/** Used when the frame itself could not be loaded. */
const emptyFrame: OfficeFrame = {
  language: 'de',
  festival: '',
  isDemo: false,
  isTestMode: false,
  staff: null,
  path: '/office',
  flash: null,
  savedEntries: null,
  formToken: '',
  sessionEnd: null,
  idleMinutes: 0,
};

/** The data of the frame around every page. */
export function useFrame(): OfficeFrame {
  return useRouteLoaderData<OfficeFrame>('office') ?? emptyFrame;
}
