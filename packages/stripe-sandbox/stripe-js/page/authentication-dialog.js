import { openFrame } from './open-frame.js';
import { textOf } from './page-texts.js';

/** Shows the authentication in a dialog; resolves to the intent as it is afterwards. */
export function showAuthentication(settings) {
  const dialog = document.createElement('dialog');
  const title = textOf('authentication', settings.locale);
  dialog.setAttribute('aria-label', title);
  Object.assign(dialog.style, {
    border: '0',
    padding: '0',
    width: 'min(30rem, calc(100vw - 2rem))',
    overflow: 'hidden',
    // dims the page in every engine: their own backdrops are too faint, and no style sheet of ours is in the page
    boxShadow: '0 0 0 200vmax rgb(0 0 0 / 0.5)',
  });
  return new Promise((resolve) => {
    const onEvent = (name, content) => {
      if (name === 'height') frame.style.height = `${content}px`;
      if (name !== 'done') return;
      dialog.close();
      dialog.remove();
      resolve(content);
    };
    const { frame, call } = openFrame('/authenticate', title, settings, onEvent);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      void call('fail');
    });
    dialog.append(frame);
    document.body.append(dialog);
    dialog.showModal();
    frame.focus();
  });
}
