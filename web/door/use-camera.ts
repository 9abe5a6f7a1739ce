import { useCallback, useState } from 'react';
import { startCamera, type Camera } from './camera.ts';
import { keepAwake } from './signals.ts';
import { useDoor } from './use-door.ts';

/** Runs the camera while its video is shown; what it reads goes to the door. */
export function useCamera() {
  const { door } = useDoor();
  const [state, setState] = useState<Camera | 'starting' | 'none'>('starting');
  const [tries, setTries] = useState(0);
  const [isLit, setLit] = useState(false);
  const attach = useCallback(
    (video: HTMLVideoElement) => {
      const leaving = new AbortController();
      const read = (text: string) => door.read(text, 'camera');
      const fail = () => setState('none');
      void keepAwake();
      setLit(false);
      startCamera(video, leaving.signal, read, fail).then(setState, fail);
      return () => leaving.abort();
    },
    [door],
  );
  const again = () => {
    setState('starting');
    setTries(tries + 1);
  };
  const setLight = typeof state === 'string' ? null : state.setLight;
  const turnLight =
    setLight &&
    (async () => {
      await setLight(!isLit);
      setLit(!isLit);
    });
  return { attach, state, tries, again, isLit, turnLight };
}
