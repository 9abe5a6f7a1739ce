import { useHasDrawings, useSite } from '../platform/site.ts';
import abbey from './abbey.svg?url';
import fog from './fog-plate.svg?url';
import summit from './missing-summit.svg?url';
import night from './night-plate.svg?url';

/** The five-line ridge, whose lines break off one after the other; it is part of the styles, so it needs no network. */
export function BrokenRidge() {
  return <div className="broken-ridge" />;
}

/** A ridge in the fog. */
export function FogPicture() {
  if (!useHasDrawings()) return null;
  return <img className="empty__picture" src={fog} alt="" width="960" height="360" />;
}

/** The five-line ridge; where one summit should be, there is a dotted gap. */
export function MissingSummit() {
  if (!useHasDrawings()) return null;
  return <img className="empty__picture" src={summit} alt="" width="640" height="150" />;
}

interface AbbeyProps {
  className?: string;
  /** Far down the page, or at its top. */
  priority?: 'low' | 'high';
}

/** The abbey alone, unless the festival has another place. */
export function Abbey({ className, priority }: AbbeyProps) {
  if (useSite().foreground === 'none') return null;
  return (
    <img
      className={className}
      src={abbey}
      alt=""
      width="640"
      height="260"
      loading={priority === 'low' ? 'lazy' : undefined}
      fetchPriority={priority === 'high' ? 'high' : undefined}
    />
  );
}

/** The abbey under the mountains at night; no window is lit. */
export function NightPlate() {
  if (useSite().foreground === 'none') return null;
  return <img className="night-plate" src={night} alt="" width="960" height="360" />;
}

/** The five lines that open a section; with a word they frame the interval. */
export function StaveRule({ word }: { word?: string }) {
  if (word === undefined) return <div className="stave" aria-hidden="true" />;
  return (
    <p className="stave-word">
      <em>{word}</em>
    </p>
  );
}
