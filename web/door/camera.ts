import { drawTestPicture, TEST_TEXT } from './test-picture.ts';

/** The text of the code in a picture; '' if there is none. */
type Reader = (picture: ImageBitmap) => Promise<string>;

/** How long the browser's own reader may take for the first picture. */
const READER_TEST_MS = 1_000;
/** Least pause between two pictures; it lasts as long as reading does, so that a phone lasts for an evening. */
const MIN_PAUSE_MS = 80;
/** Of the picture's shorter side; more is slower and reads no better. */
const MAX_PICTURE_PX = 720;

/** Missing in the types of constraints. */
type Torch = MediaTrackConstraintSet & { torch?: boolean };

interface Detector {
  detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined;

let reader: Promise<Reader> | undefined;

/** The browser's own reader if it reads the test picture in time, otherwise ours in a worker. */
const findReader = (): Promise<Reader> =>
  (reader ??= testBrowser().then((own) => own ?? ourReader()));

async function testBrowser(): Promise<Reader | null> {
  if (typeof BarcodeDetector === 'undefined') return null;
  try {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    const read: Reader = async (picture) => (await detector.detect(picture))[0]?.rawValue ?? '';
    const late = new Promise<string>((resolve) => setTimeout(resolve, READER_TEST_MS, ''));
    const picture = await createImageBitmap(drawTestPicture());
    return (await Promise.race([read(picture), late])) === TEST_TEXT ? read : null;
  } catch {
    // some browsers have the class, and no reader behind it
    return null;
  }
}

function ourReader(): Reader {
  const worker = new Worker(new URL('read-worker.ts', import.meta.url), { type: 'module' });
  let answer: (text: string) => void = () => {};
  worker.addEventListener('message', ({ data }) => answer(data as string));
  worker.addEventListener('error', () => answer(''));
  return (picture) =>
    new Promise((resolve) => {
      answer = resolve;
      worker.postMessage(picture, [picture]);
    });
}

/** A running camera. */
export interface Camera {
  /** Null where the camera has no light. */
  setLight: ((isOn: boolean) => Promise<void>) | null;
}

/**
 * Shows the camera in `video` until `leaving`, and calls `onText` for each code it sees, again and again while it sees
 * it, and `onEnd` if the phone takes the camera away. Throws DOMException if there is none, or it is not allowed.
 */
export async function startCamera(
  video: HTMLVideoElement,
  leaving: AbortSignal,
  onText: (text: string) => void,
  onEnd: () => void,
): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const [track] = stream.getVideoTracks();
  leaving.addEventListener('abort', () => track?.stop());
  track?.addEventListener('ended', onEnd);
  if (leaving.aborted) track?.stop();
  video.srcObject = stream;
  const look = async () => {
    const read = await findReader();
    while (!leaving.aborted) {
      const startedAt = performance.now();
      const picture = document.hidden ? null : await takePicture(video).catch(() => null);
      const text = picture === null ? '' : await read(picture).catch(() => '');
      picture?.close();
      if (!leaving.aborted && text !== '') onText(text);
      const pause = Math.max(MIN_PAUSE_MS, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  void look();
  const abilities = track?.getCapabilities?.() as Torch | undefined;
  const setLight = async (isOn: boolean) => {
    const advanced: Torch[] = [{ torch: isOn }];
    await track?.applyConstraints({ advanced });
  };
  return { setLight: abilities?.torch ? setLight : null };
}

/** The middle square of the video; null before its first picture. */
async function takePicture(video: HTMLVideoElement): Promise<ImageBitmap | null> {
  const side = Math.min(video.videoWidth, video.videoHeight);
  if (side === 0) return null;
  const size = Math.min(side, MAX_PICTURE_PX);
  const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
  return await createImageBitmap(video, left, top, side, side, {
    resizeWidth: size,
    resizeHeight: size,
  });
}
