import { createRoot } from 'react-dom/client';
import { readPairingCode } from '#contract/door/ticket-code.ts';
import '../styles/tokens.css';
import '../styles/fonts.css';
import { App } from './app.tsx';
import { Door } from './door.ts';
import { listenToHandScanner } from './hand-scanner.ts';
import { keepAwake, unlockSound } from './signals.ts';

const door = new Door();
const code = location.hash.startsWith('#pair=') ? readPairingCode(location.hash) : null;
// at once: neither history nor a screenshot shall have it
if (location.hash !== '') history.replaceState(null, '', '/door');

createRoot(document.querySelector('#app') as HTMLElement).render(<App door={door} />);
listenToHandScanner((text) => door.read(text, 'hand'));
addEventListener('pointerdown', unlockSound);
addEventListener('keydown', unlockSound);
document.addEventListener('visibilitychange', () => void keepAwake());
void navigator.serviceWorker?.register('/door/sw.js', { scope: '/door' });

/** Two windows would give two events the same number: the second waits until the first is closed. */
async function open(): Promise<never> {
  await door.open(code ?? '').catch(() => door.set({ screen: 'no-storage' }));
  // for as long as the window is open
  return await new Promise<never>(() => {});
}
// without https there is neither a store nor a key
if (!isSecureContext) door.set({ screen: 'no-storage' });
else
  void navigator.locks.request('door', { ifAvailable: true }, async (lock) => {
    if (lock !== null) return await open();
    door.set({ screen: 'other-tab' });
    void navigator.locks.request('door', open);
  });
