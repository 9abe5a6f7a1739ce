import { createRoot } from 'react-dom/client';
import { readPairingCode } from '#contract/door/ticket-code.ts';
import '../styles/tokens.css';
import '../styles/fonts.css';
import { App } from './app.tsx';
import { Door } from './door.ts';
import { listenToHandScanner } from './hand-scanner.ts';
import { keepAwake, unlockSound } from './signals.ts';

const door = new Door();
const code = takeCode();
// the link may lead to the window that is open
addEventListener('hashchange', () => {
  const another = takeCode();
  if (another !== '') door.offer(another);
});

createRoot(document.querySelector('#app') as HTMLElement).render(<App door={door} />);
listenToHandScanner((text) => door.read(text, 'hand'));
addEventListener('pointerdown', unlockSound);
addEventListener('keydown', unlockSound);
document.addEventListener('visibilitychange', () => void keepAwake());
void navigator.serviceWorker?.register('/door/sw.js', { scope: '/door' });

/** The device code of the address, which loses it at once: neither history nor a screenshot shall have it. */
function takeCode(): string {
  const { hash } = location;
  if (hash !== '') history.replaceState(null, '', '/door');
  return hash.startsWith('#pair=') ? (readPairingCode(hash) ?? '') : '';
}

/** Two windows would give two events the same number: the second waits until the first is closed. */
async function open(): Promise<never> {
  await door.open(code).catch(() => door.set({ screen: 'no-storage' }));
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
