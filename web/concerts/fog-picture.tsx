import fog from './fog-plate.svg?url';

/** A ridge in the fog. */
export function FogPicture() {
  return <img className="empty__picture" src={fog} alt="" width="960" height="360" />;
}
