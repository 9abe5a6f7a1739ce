import { useState } from 'react';
import { MAX_DEVICE_NAME_LENGTH } from '#contract/door/wire.ts';
import { formatDayAndTime } from '#contract/format.ts';
import { useDoor } from './use-door.ts';
import { Key, TextField } from './key.tsx';
import { placeOf, titleOf } from './names.ts';
import { CameraView } from './scan.tsx';
import { useCamera } from './use-camera.ts';

/** Pairs the device. */
export function Start() {
  const { door, view, t } = useDoor();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [hasCamera, setCamera] = useState(false);
  const { pairing } = view;
  const problems = { none: '', network: t.noNetwork, paired: t.alreadyPaired };
  const shown = problem || pairing.message || problems[pairing.problem];
  const pair = async (form: FormData) => {
    const entry = (field: string) => (form.get(field) as string).trim();
    const [code, name] = [entry('code'), entry('name')];
    setProblem(code === '' ? t.codeMissing : name === '' ? t.nameMissing : '');
    if (code === '' || name === '') return;
    setBusy(true);
    await door.pair(code, name, entry('entrance'));
    setBusy(false);
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void pair(new FormData(event.currentTarget));
      }}
    >
      <h1 tabIndex={-1}>{t.pairTitle}</h1>
      <p>{t.pairHint}</p>
      {hasCamera && pairing.code === '' && <PairCamera />}
      <TextField
        key={pairing.code}
        label={t.deviceCode}
        name="code"
        defaultValue={pairing.code}
        autoCapitalize="characters"
      />
      <TextField label={t.deviceName} name="name" maxLength={MAX_DEVICE_NAME_LENGTH} />
      <TextField label={t.entrance} name="entrance" maxLength={MAX_DEVICE_NAME_LENGTH} />
      {shown !== '' && (
        <p className="problem" role="alert">
          {shown}
        </p>
      )}
      <div className="row push">
        <Key onClick={() => setCamera(!hasCamera)}>{t.readWithCamera}</Key>
        <Key type="submit" isMain disabled={isBusy}>
          {t.pair}
        </Key>
      </div>
    </form>
  );
}

function PairCamera() {
  return <CameraView camera={useCamera()} />;
}

/** Chooses the concert; the press allows sound. */
export function Concerts() {
  const { door, view, language, t } = useDoor();
  const device = view.device;
  const concerts = device?.concerts ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const id = chosen ?? device?.held.concertId ?? concerts[0]?.id;
  return (
    <>
      <h1 tabIndex={-1}>{t.chooseConcert}</h1>
      {view.pairing.problem === 'paired' && <p className="problem">{t.alreadyPaired}</p>}
      <div className="push stack" role="radiogroup" aria-label={t.chooseConcert}>
        {concerts.map((concert) => (
          <label key={concert.id} className="choice">
            <input
              type="radio"
              name="concert"
              value={concert.id}
              checked={concert.id === id}
              onChange={() => setChosen(concert.id)}
            />
            <span>
              {titleOf(concert, language)}
              <small>{placeOf(concert, language)}</small>
            </span>
          </label>
        ))}
      </div>
      {concerts.length === 0 && <output>{t.loading}</output>}
      {id !== undefined && !device?.books.get(id)?.hasList && <p>{t.listMissing}</p>}
      <Key
        isMain
        disabled={id === undefined}
        onClick={() => id !== undefined && void door.chooseConcert(id)}
      >
        {t.start}
      </Key>
    </>
  );
}

/** Settings of the device. */
export function More() {
  const { door, view, language, t } = useDoor();
  const [note, setNote] = useState('');
  const { settings, device } = view;
  const reload = async () =>
    setNote((await door.reloadLists()) ? t.listReloaded : t.listNotReloaded);
  const signOut = async () => {
    if (!(await door.signOut())) setNote(t.cannotSignOut);
  };
  return (
    <>
      <h1 tabIndex={-1}>{t.more}</h1>
      {device && (
        <p className="quiet">
          {[device.held.device.name, device.held.device.entrance].filter(Boolean).join(', ')}.{' '}
          {t.validUntil({ time: formatDayAndTime(device.held.device.valid_until, language) })}
        </p>
      )}
      <div className="push stack">
        {(['sound', 'vibration'] as const).map((kind) => (
          <label key={kind} className="choice">
            <input
              type="checkbox"
              role="switch"
              aria-checked={settings[kind]}
              checked={settings[kind]}
              onChange={({ target }) => void door.changeSettings({ [kind]: target.checked })}
            />
            {t[kind]}
          </label>
        ))}
        <LanguageField />
        <output>{note}</output>
        <Key onClick={() => void reload()}>{t.reloadList}</Key>
        <Key onClick={() => door.show('concerts')}>{t.otherConcert}</Key>
        <p className="quiet">{t.signOutHint}</p>
        <Key onClick={() => void signOut()}>{t.signOut}</Key>
      </div>
    </>
  );
}

function LanguageField() {
  const { door, language, t } = useDoor();
  return (
    <label className="field">
      {t.language}
      <select
        value={language}
        onChange={({ target }) =>
          void door.changeSettings({ language: target.value === 'de' ? 'de' : 'en' })
        }
      >
        <option value="de" lang="de">
          Deutsch
        </option>
        <option value="en" lang="en">
          English
        </option>
      </select>
    </label>
  );
}

/** Screens that only say something. */
export function Notice() {
  const { door, view, t } = useDoor();
  const { screen, device } = view;
  const texts: Partial<Record<typeof screen, [title: string, text: string]>> = {
    ended: [t.endedTitle, device ? t.endedSending : t.endedText],
    revoked: [t.revokedTitle, t.revokedText],
    'other-tab': [t.door, t.otherTab],
    'no-storage': [t.door, t.noStorage],
  };
  const [title, text] = texts[screen] ?? [t.door, t.loading];
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <output>{text}</output>
      {device === null && (screen === 'ended' || screen === 'revoked') && (
        <Key isMain className="push" onClick={() => door.show('start')}>
          {t.pairAgain}
        </Key>
      )}
    </>
  );
}
