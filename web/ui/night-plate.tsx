import night from './night-plate.svg?url';

/** The abbey under the mountains at night; no window is lit. */
export function NightPlate() {
  return <img className="night-plate" src={night} alt="" width="960" height="360" />;
}
