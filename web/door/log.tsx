import { useState } from 'react';
import { eventKey } from '#contract/door/fold.ts';
import type { DoorEvent } from '#contract/door/wire.ts';
import { useDoor } from './use-door.ts';
import { Key } from './key.tsx';
import { sourceOf, ticketName } from './names.ts';
import { UndoKeys } from './result.tsx';

const MAX_EVENTS_COUNT = 100;

/** The last events of the concert; those of this device can be taken back. */
export function Log() {
  const { view, t } = useDoor();
  const book = view.device?.book;
  const events = book?.latest(MAX_EVENTS_COUNT) ?? [];
  return (
    <>
      <h1 tabIndex={-1}>{t.log}</h1>
      {events.length === 0 && <p>{t.logEmpty}</p>}
      <ol className="log">
        {events.map((event) => (
          <Entry key={eventKey(event)} event={event} />
        ))}
      </ol>
    </>
  );
}

function Entry({ event }: { event: DoorEvent }) {
  const { door, view, language, t } = useDoor();
  const [isAsking, setAsking] = useState(false);
  const { device } = view;
  const book = device?.book;
  if (!device || !book) return null;
  const isUndone = book.state.undone.has(eventKey(event));
  const verdict = book.state.admits.find((admit) => admit.event === event)?.verdict;
  const isOwn = event.device_id === device.held.device.id;
  const word = {
    admit: event.unlisted ? t.admitted_unlisted : t.admitted,
    override: t.override,
    refuse: t[event.result ?? 'unreadable'],
    undo: t.undone,
  }[event.kind];
  return (
    <li className="log__entry">
      <div>
        <p>
          <b>{isUndone ? <s>{word}</s> : word}</b> {ticketName(book, event.ticket_id, language)}
          {verdict === 'duplicate' && <b className="log__mark">{t.duplicate}</b>}
          {isUndone && <b className="log__mark">{t.undone}</b>}
          {event.clock && <b className="log__mark">{t.clockWrong}</b>}
        </p>
        <p className="quiet">{sourceOf(event, language)}</p>
      </div>
      {isOwn && !isUndone && event.kind !== 'refuse' && !isAsking && (
        <Key onClick={() => setAsking(true)}>{t.undo}</Key>
      )}
      {isAsking && !isUndone && (
        <UndoKeys
          onUndo={(reason) => void door.undo([event.n], reason)}
          onCancel={() => setAsking(false)}
        />
      )}
    </li>
  );
}
