import { useState } from 'react';
import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.tsx';
import { useSite } from '../platform/site.ts';
import { Photo } from '../ui/photo.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import type { Concert } from './concert-summary.ts';
import './venue.css';

type Location = Concert['location'];

interface VenueSectionProps {
  location: Location;
  /** All rooms, to name them on the plan. */
  venues: { slug: string; name: string }[];
}

/** Our own plan, the address, and a map that loads only after a click (product.md 2). */
export function VenueSection({ location, venues }: VenueSectionProps) {
  const texts = useTexts(concertTexts);
  const [isMapShown, setMapShown] = useState(false);
  const isHydrated = useHydrated();
  return (
    <section className="wrap venue" aria-labelledby="venue">
      {isMapShown ? (
        <iframe
          className="venue__map"
          sandbox="allow-scripts allow-popups"
          src={mapUrl(location)}
          title={texts.mapTitle({ venue: location.venue })}
        />
      ) : (
        <Plan
          here={location.slug}
          label={texts.sitePlanOf({ venue: location.venue })}
          venues={venues}
        />
      )}
      <div className="venue__text">
        <h2 id="venue">{location.venue}</h2>
        <p>{location.description}</p>
        <p className="ui">
          {location.street}, {location.postalCode} {location.city}
          {location.accessNote && (
            <>
              <br />
              {location.accessNote}
            </>
          )}
        </p>
        <div className="no-print">
          {!isMapShown && (
            <>
              {isHydrated ? (
                <button type="button" className="text-link" onClick={() => setMapShown(true)}>
                  {texts.mapLoad}
                </button>
              ) : (
                <a className="text-link" href={pageUrl(location)} rel="noopener noreferrer">
                  {texts.mapLoad}
                </a>
              )}
              <p className="small">{texts.mapConsent}</p>
            </>
          )}
          <a
            className="text-link text-link--quiet"
            href={directionsUrl(location)}
            rel="noopener noreferrer"
          >
            {texts.directions}
          </a>
        </div>
      </div>
    </section>
  );
}

const MAP_HALF_WIDTH_DEGREES = 0.004;

function mapUrl({ latitude, longitude }: Location): string {
  const box = [
    longitude - MAP_HALF_WIDTH_DEGREES,
    latitude - MAP_HALF_WIDTH_DEGREES / 2,
    longitude + MAP_HALF_WIDTH_DEGREES,
    latitude + MAP_HALF_WIDTH_DEGREES / 2,
  ];
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(5)).join(','),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  });
  return `https://www.openstreetmap.org/export/embed.html?${query}`;
}

/** The map on a page of its own, for a click before scripts run. */
const pageUrl = ({ latitude, longitude }: Location) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;

const directionsUrl = ({ latitude, longitude }: Location) =>
  `https://www.openstreetmap.org/directions?to=${latitude},${longitude}`;

interface SitePlanProps {
  /** Slug of the venue to mark; `everywhere` marks all. */
  here: string;
  label: string;
  venues: { slug: string; name: string }[];
}

/** Where each room's name stands on the plan. */
const names: Record<string, { x: number; y: number; anchor: 'start' | 'middle' | 'end' }> = {
  barn: { x: 92, y: 96, anchor: 'start' },
  church: { x: 512, y: 128, anchor: 'start' },
  cloister: { x: 350, y: 317, anchor: 'middle' },
  refectory: { x: 560, y: 317, anchor: 'middle' },
};

/** The festival's own plan, or the abbey's, if that is its foreground. */
function Plan(props: SitePlanProps) {
  const { foreground, sitePlan } = useSite();
  if (sitePlan)
    return <Photo photo={sitePlan} className="venue__plan" sizes="(width < 56.25em) 100vw, 50vw" />;
  return sitePlan === null || foreground === 'none' ? null : <SitePlan {...props} />;
}

/** The abbey from above, engraved: slope, river, court, and the room of this concert. */
export function SitePlan({ here, label, venues }: SitePlanProps) {
  const texts = useTexts(concertTexts);
  const look = (slug: string) =>
    here === slug || here === 'everywhere'
      ? 'plan__room plan__room--here'
      : `plan__room plan__room--${slug}`;
  return (
    <figure aria-label={label}>
      <svg className="plan" viewBox="0 0 720 427" aria-hidden="true">
        <path className="plan__ground" d="M0 0H720V427H0Z" />
        <path className="plan__slope" d={slope} />
        <path className="plan__river" d="M0 366C110 330 210 388 320 358S560 320 720 374" />
        <path className="plan__current" d="M0 366C110 330 210 388 320 358S560 320 720 374" />
        <path
          className="plan__way"
          d="M110 427C140 350 200 318 240 294M150 200C170 250 200 272 240 294S300 268 338 262"
        />
        <path
          className="plan__dots"
          d="M110 427C140 350 200 318 240 294M150 200C170 250 200 272 240 294S300 268 338 262"
        />
        <path className="plan__wall" d="M222 286L250 277L258 302L230 311Z" />
        <path className="plan__wall" d="M338 168H574V292H338Z" />
        <path
          className={look('cloister')}
          d="M338 168H432V292H338ZM366 196V264H432V196Z"
          fillRule="evenodd"
        />
        <path
          className={look('refectory')}
          d="M480 168H574V292H480ZM480 196V264H546V196Z"
          fillRule="evenodd"
        />
        <path className={look('church')} d="M436 146H476V294H436Z" />
        <circle className="plan__dome" cx="456" cy="192" r="16" />
        <path className={look('barn')} d="M98 138L182 118L200 182L116 204Z" />
        <path className="plan__ridge" d="M107 171L191 150" />
        {venues.map(({ slug, name }) => {
          const place = names[slug];
          if (!place) return null;
          const own = here === slug ? 'plan__name plan__name--here' : 'plan__name';
          return (
            <text key={slug} className={own} x={place.x} y={place.y} textAnchor={place.anchor}>
              {name}
            </text>
          );
        })}
        <text className="plan__name" x="212" y="303" textAnchor="end">
          {texts.gatehouse}
        </text>
        <text className="plan__name plan__name--river" x="612" y="387" textAnchor="end">
          {texts.river}
        </text>
      </svg>
    </figure>
  );
}

/** Contour lines of the slope behind the abbey, closer together as it grows steep. */
const slope = [0, 14, 27, 39, 50, 61, 72, 84, 97]
  .map((drop, index) => {
    const sway = 30 - index * 2;
    return `M0 ${24 + drop * 1.7}C120 ${drop * 1.5} 200 ${sway + drop * 1.6} 330 ${10 + drop * 1.1}S560 ${sway + drop} 720 ${4 + drop * 0.9}`;
  })
  .join('');
