import { useState } from 'react';
import { concertTexts } from '#messages/concerts.ts';
import { useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { SitePlan } from './site-plan.tsx';
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
        <SitePlan
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
          {location.access_note && (
            <>
              <br />
              {location.access_note}
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
