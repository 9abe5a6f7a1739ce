import summit from './missing-summit.svg?url';

/** The five-line ridge; where one summit should be, there is a dotted gap. */
export function MissingSummit() {
  return <img className="empty__picture" src={summit} alt="" width="640" height="150" />;
}
