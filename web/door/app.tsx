import { useEffect, useRef, useState } from 'react';
import { formatTime } from '#contract/format.ts';
import './door.css';
import type { Door, Screen } from './door.ts';
import { sourceOf, ticketName } from './names.ts';
import { Log } from './log.tsx';
import { Numbers } from './numbers.tsx';
import { Order } from './order.tsx';
import { Scan } from './scan.tsx';
import { Concerts, More, Notice, Start } from './setup.tsx';
import { DoorContext, useDoor } from './use-door.ts';
import { Key } from './key.tsx';

const screens: Record<Screen, () => React.ReactNode> = {
  start: Start,
  concerts: Concerts,
  scan: Scan,
  order: Order,
  numbers: Numbers,
  log: Log,
  more: More,
  loading: Notice,
  ended: Notice,
  revoked: Notice,
  'other-tab': Notice,
  'no-storage': Notice,
};
const tabs = ['scan', 'numbers', 'log', 'more'] as const;

/** The whole page. */
export function App({ door }: { door: Door }) {
  return (
    <DoorContext value={door}>
      <Frame />
    </DoorContext>
  );
}

function Frame() {
  const { view, language, t } = useDoor();
  const { screen, device } = view;
  const Current = screens[screen];
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = t.door;
  }, [language, t]);
  // a new screen is read from its heading on
  useEffect(() => {
    const heading = screen === 'loading' ? null : main.current?.querySelector('h1');
    heading?.focus();
  }, [screen]);
  return (
    <div className="frame">
      {device && <Net />}
      <main ref={main} data-screen={screen} className={screen}>
        <Current />
      </main>
      <div className="foot">
        <Late />
        {device?.book && screen !== 'concerts' && screen !== 'ended' && <Tabs />}
      </div>
    </div>
  );
}

/** Where the list stands, and what is not sent (door.md 4). */
function Net() {
  const { view, language, t } = useDoor();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { device, isOnline } = view;
  const contactAt = device?.held.contactAt ?? 0;
  const seconds = Math.max(0, Math.round((now - contactAt) / 1_000));
  const minutes = Math.floor(seconds / 60);
  const [kind, text] =
    seconds <= 15
      ? ['live', t.live]
      : minutes < 5
        ? ['old', t.secondsAgo({ n: seconds })]
        : minutes < 60
          ? ['amber', t.offlineSince({ time: formatTime(new Date(contactAt), language) })]
          : ['red', t.listOld({ n: minutes })];
  const unsent = device?.unsentCount ?? 0;
  return (
    <header className={`net net--${kind}`}>
      <p
        data-net={isOnline && seconds <= 15 ? 'live' : 'offline'}
        data-list-at={new Date(contactAt).toISOString()}
      >
        {text}
      </p>
      <p data-unsent={unsent}>{unsent > 0 && t.unsent({ n: unsent })}</p>
    </header>
  );
}

function Tabs() {
  const { door, view, t } = useDoor();
  const current = view.screen === 'order' ? 'scan' : view.screen;
  return (
    <nav className="tabs" aria-label={t.door}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab}>
            <button
              type="button"
              aria-current={tab === current ? 'page' : undefined}
              onClick={() => door.show(tab)}
            >
              {t[tab]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Somebody came in with a copy of a ticket, and this device learned it just now. */
function Late() {
  const { door, view, language, t } = useDoor();
  const book = view.device?.book;
  const [late] = view.late;
  if (late === undefined || book === undefined) return null;
  const what = ticketName(book, late.event.ticket_id, language);
  return (
    <div className="late" data-late="" role="alert">
      <p>{t.late({ what, since: sourceOf(late.first, language, false) })}</p>
      <Key onClick={() => door.set({ late: view.late.slice(1) })}>{t.next}</Key>
    </div>
  );
}
