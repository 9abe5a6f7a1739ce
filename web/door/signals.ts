export type Tone = 'go' | 'note' | 'stop' | 'ask';

/** Frequency in Hz, start and length in s of each sound. */
const sounds: Record<Tone, [frequency: number, start: number, length: number][]> = {
  go: [[1046, 0, 0.12]],
  note: [
    [784, 0, 0.1],
    [1046, 0.14, 0.14],
  ],
  stop: [
    [220, 0, 0.25],
    [165, 0.28, 0.35],
  ],
  ask: [
    [523, 0, 0.1],
    [392, 0.14, 0.16],
  ],
};

/** In ms, alternating with pauses. */
const vibrations: Record<Tone, number[]> = {
  go: [60],
  note: [60, 80, 60],
  stop: [350, 100, 350],
  ask: [150, 80, 150],
};

let audio: AudioContext | undefined;

/** Call it when something is pressed: browsers allow no sound before that. */
export function unlockSound(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}

/** Says a result to ears and hands, as far as they want it. */
export function signal(tone: Tone, wanted: { sound: boolean; vibration: boolean }): void {
  // iPhones have none, and browsers refuse it before something was pressed
  if (wanted.vibration && 'vibrate' in navigator && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(vibrations[tone]);
  if (!wanted.sound || audio?.state !== 'running') return;
  for (const [frequency, start, length] of sounds[tone]) {
    const from = audio.currentTime + start;
    const oscillator = new OscillatorNode(audio, { frequency, type: 'triangle' });
    const gain = new GainNode(audio, { gain: 0.5 });
    gain.gain.setTargetAtTime(0, from + length - 0.03, 0.01);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(from);
    oscillator.stop(from + length);
  }
}

let lock: WakeLockSentinel | undefined;

/** Keeps the screen on while the door is shown; call it again whenever the page becomes visible. */
export async function keepAwake(): Promise<void> {
  if (document.visibilityState !== 'visible' || lock?.released === false) return;
  // refused at a low battery, and missing in old browsers
  lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
}
