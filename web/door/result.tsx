import { useEffect, useState } from 'react';
import type { OverrideReason, TicketRow, UndoReason } from '#contract/door/wire.ts';
import { useDoor } from './use-door.ts';
import { Key } from './key.tsx';
import type { Book } from './book.ts';
import type { Shown } from './door.ts';
import { placeOf, sourceOf, titleOf, typeName, typeNote } from './names.ts';
import type { Tone } from './signals.ts';

/** Each tone has a shape of its own, for those who see no colours. */
const shapes: Record<Tone, React.ReactNode> = {
  go: (
    <>
      <circle cx="50" cy="50" r="46" />
      <path d="m27 52 16 17 31-37" />
    </>
  ),
  note: (
    <>
      <path d="M50 3 97 50 50 97 3 50Z" />
      <path d="M50 26v30m0 11v8" />
    </>
  ),
  stop: (
    <>
      <path d="M31 4h38l27 27v38L69 96H31L4 69V31Z" />
      <path d="m32 32 36 36m0-36L32 68" />
    </>
  ),
  ask: (
    <>
      <path d="M5 5h90v90H5Z" />
      <path d="M35 38c0-24 32-21 32-2 0 14-17 13-17 27m0 9v8" />
    </>
  ),
};

/** The result in one word, with what a volunteer says to the guest (door.md 5). */
export function Result({ shown }: { shown: Shown }) {
  const { door, view, language, t } = useDoor();
  const { judgement, tone, tickets, override } = shown;
  const isCalm = tone === 'go' || tone === 'note';
  // a tap anywhere but on something else leads on
  useEffect(() => {
    if (isCalm) return undefined;
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.closest('button, input, label')) door.hide();
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [door, isCalm]);
  const result = override ? 'admitted' : judgement.result;
  const word =
    result === 'void' && judgement.result === 'void' && judgement.isReplaced
      ? t.replaced
      : t[result];
  const notes = (view.device?.book?.typesOf(tickets) ?? []).map((type) => typeNote(type, language));
  return (
    <div
      className="result"
      data-result={result}
      data-tone={tone}
      role={isCalm ? 'status' : 'alert'}
    >
      <svg
        viewBox="0 0 100 100"
        fill="none"
        stroke="currentColor"
        strokeWidth="7"
        aria-hidden="true"
      >
        {shapes[tone]}
      </svg>
      <p className="result__word">{word}</p>
      <Lines shown={shown} />
      {notes.filter(Boolean).map((note) => (
        <p key={note} className="result__chip">
          {note}
        </p>
      ))}
    </div>
  );
}

function Lines({ shown }: { shown: Shown }) {
  const { view, language, t } = useDoor();
  const { judgement, tickets, override } = shown;
  const book = view.device?.book;
  const lines = (): (string | undefined)[] => {
    if (book === undefined) return [];
    if (override) return [override === 'outside' ? t.brieflyOutside : t.boxOfficeDecided];
    switch (judgement.result) {
      case 'admitted': {
        const { n, open } = orderOf(book, shown);
        const count = t.ofOrder({ i: n - open.length, n });
        return [
          book
            .typesOf(tickets)
            .map((type) => typeName(type, language))
            .join(', '),
          count,
        ];
      }
      case 'admitted_unlisted':
        return [t.unlistedHint];
      case 'already_in':
        return [t.since({ what: sourceOf(judgement.admit.event, language) })];
      case 'void':
        return [judgement.isReplaced ? t.newerTicket : undefined];
      case 'wrong_concert':
      case 'wrong_day':
        return [titleOf(judgement.concert, language), placeOf(judgement.concert, language)];
      case 'unknown':
        return [judgement.why === 'not_issued' ? t.notOurs : t.neverSold];
      case 'unreadable':
        return [t.typeNumber];
      case 'not_recorded':
        return [t.storageFull];
    }
  };
  return lines()
    .filter(Boolean)
    .map((line) => (
      <p key={line} className="result__line">
        {line}
      </p>
    ));
}

/** How many tickets the order of an admitted ticket has, and those that may still come: the state may be older. */
function orderOf(book: Book, { tickets }: Shown): { n: number; open: TicketRow[] } {
  const { all, open } = book.order(book.ticket(tickets[0]?.[0])?.[2]);
  const isNew = (id: number) => !tickets.some(([admitted]) => admitted === id);
  return { n: all.length, open: open.filter(([id]) => isNew(id)) };
}

/** What somebody may do about a result; instead of counts and light. */
export function ResultKeys({ shown }: { shown: Shown }) {
  const { door, view, t } = useDoor();
  const [asks, setAsks] = useState<'undo' | 'override' | null>(null);
  const { judgement, tone, made } = shown;
  const ask = (what: 'undo' | 'override') => {
    door.hold();
    setAsks(what);
  };
  if (asks === 'undo') {
    return <UndoKeys onUndo={(reason) => void door.undo(made, reason)} onCancel={door.hide} />;
  }
  if (asks === 'override') return <OverrideKeys onOverride={(why) => door.override(why)} />;
  const isStop = tone === 'stop';
  const book = view.device?.book;
  const open = book ? orderOf(book, shown).open : [];
  return (
    <div className="row">
      {isStop && judgement.result !== 'not_recorded' && (
        <Key onClick={() => ask('override')}>{t.admitAnyway}</Key>
      )}
      {isStop && <Key onClick={door.hide}>{t.next}</Key>}
      {open.length > 0 && (
        <Key onClick={() => door.admitTickets(open)}>{t.admitRest({ n: open.length })}</Key>
      )}
      {made.length > 0 && <Key onClick={() => ask('undo')}>{t.undo}</Key>}
    </div>
  );
}

const undoReasons = { mistake: 'mistake', wrong_person: 'wrongPerson', left: 'leftAgain' } as const;

/** Why something is taken back. */
export function UndoKeys({
  onUndo,
  onCancel,
}: {
  onUndo: (reason: UndoReason) => void;
  onCancel: () => void;
}) {
  const { t } = useDoor();
  return (
    <fieldset className="row keys">
      <legend className="visually-hidden">{t.whyUndo}</legend>
      {(Object.keys(undoReasons) as UndoReason[]).map((reason) => (
        <Key key={reason} onClick={() => onUndo(reason)}>
          {t[undoReasons[reason]]}
        </Key>
      ))}
      <Key onClick={onCancel}>{t.cancel}</Key>
    </fieldset>
  );
}

function OverrideKeys({ onOverride }: { onOverride: (reason: OverrideReason) => void }) {
  const { door, t } = useDoor();
  return (
    <fieldset className="row keys">
      <legend className="visually-hidden">{t.admitAnyway}</legend>
      <Key onClick={() => onOverride('outside')}>{t.brieflyOutside}</Key>
      <Key onClick={() => onOverride('box_office')}>{t.boxOfficeDecided}</Key>
      <Key onClick={door.hide}>{t.cancel}</Key>
    </fieldset>
  );
}
