import { createRoot } from 'react-dom/client';

createRoot(document.querySelector('#app') as HTMLElement).render(<main data-screen="start" />);
void navigator.serviceWorker.register('/door/sw.js', { scope: '/door' });
