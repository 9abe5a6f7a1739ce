import { useRef, type ReactNode } from 'react';
import { formatNumber } from '#contract/format.ts';
import { useDoor } from './use-door.ts';
import { Key, TextField } from './key.tsx';
import { Result, ResultKeys } from './result.tsx';
import './scan.css';
import { titleOf } from './names.ts';
import { useCamera } from './use-camera.ts';

/** Where volunteers spend the evening: camera, counts, field, and the result over the camera. */
export function Scan() {
  const { view, language } = useDoor();
  const camera = useCamera();
  const book = view.device?.book;
  if (book === undefined) return null;
  const { shown } = view;
  return (
    <>
      <div className="scan__head">
        <h1 tabIndex={-1}>{titleOf(book.concert, language)}</h1>
        <Counts />
      </div>
      <CameraView camera={camera}>
        {shown && <Result key={view.shownCount} shown={shown} />}
      </CameraView>
      {shown && shown.judgement.result !== 'unreadable' ? (
        <ResultKeys key={view.shownCount} shown={shown} />
      ) : (
        <Light camera={camera} />
      )}
      <Entry />
    </>
  );
}

/** The picture of the camera, with what it is doing unless there is something else to show. */
export function CameraView({ camera, children }: { camera: CameraState; children?: ReactNode }) {
  const { attach, tries } = camera;
  return (
    <div className="scan__view">
      <video key={tries} ref={attach} muted playsInline autoPlay aria-hidden="true" />
      {children ?? <CameraHint camera={camera} />}
    </div>
  );
}

type CameraState = ReturnType<typeof useCamera>;

function CameraHint({ camera: { state, again } }: { camera: CameraState }) {
  const { t } = useDoor();
  if (state === 'none') {
    return (
      <div className="scan__hint scan__hint--alone stack">
        <p>{t.noCamera}</p>
        <Key onClick={again}>{t.cameraAgain}</Key>
      </div>
    );
  }
  return <p className="scan__hint">{state === 'starting' ? t.cameraStarts : t.cameraHint}</p>;
}

function Counts() {
  const { view, language, t } = useDoor();
  const { attendance, expected } = view.device?.book?.state ?? { attendance: 0, expected: 0 };
  return (
    <p className="scan__counts">
      <b data-admitted={attendance}>{formatNumber(attendance, language)}</b>{' '}
      <span data-expected={expected}>{t.insideOf({ n: formatNumber(expected, language) })}</span>
    </p>
  );
}

function Light({ camera: { isLit, turnLight } }: { camera: CameraState }) {
  const { t } = useDoor();
  return (
    <Key aria-pressed={isLit} disabled={turnLight === null} onClick={() => void turnLight?.()}>
      {t.light}
    </Key>
  );
}

function Entry() {
  const { door, t } = useDoor();
  const field = useRef<HTMLInputElement>(null);
  const check = () => {
    const text = field.current?.value.trim() ?? '';
    if (field.current) field.current.value = '';
    if (text !== '') door.read(text, 'typed');
  };
  return (
    <form
      className="scan__entry"
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <TextField ref={field} label={t.codeOrNumber} autoCapitalize="characters" />
      <Key type="submit" isMain>
        {t.check}
      </Key>
    </form>
  );
}
