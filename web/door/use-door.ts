import { createContext, use, useSyncExternalStore } from 'react';
import { pickTexts } from '#messages/define-texts.ts';
import { doorTexts } from '#messages/door.ts';
import type { Door } from './door.ts';

/** Gives the app to its screens. */
export const DoorContext = createContext<Door | null>(null);

/** The app, what it shows, and its texts. */
export function useDoor() {
  const door = use(DoorContext);
  if (door === null) throw new Error('outside of the app');
  const view = useSyncExternalStore(door.subscribe, () => door.view);
  const { language } = view.settings;
  return { door, view, language, t: pickTexts(doorTexts, language) };
}
