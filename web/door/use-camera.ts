import { useCallback, useState } from 'react';
import { startCamera, type Camera } from './camera.ts';
import { keepAwake } from './signals.ts';
import { useDoor } from './use-door.ts';

/** Runs the camera while its video is shown; what it reads goes to the door. */
export function useCamera() {
  const { door } = useDoor();
  const [state, setState] = useState<Camera | 'starting' | 'none'>('starting');
  const [tries, setTries] = useState(0);
  const attach = useCallback(
    (video: HTMLVideoElement) => {
      const leaving = new AbortController();
      const read = (text: string) => door.read(text, 'camera');
      void keepAwake();
      startCamera(video, leaving.signal, read).then(setState, () => setState('none'));
      return () => leaving.abort();
    },
    [door],
  );
  const again = () => {
    setState('starting');
    setTries(tries + 1);
  };
  return { attach, state, tries, again };
}
