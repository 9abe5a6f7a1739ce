import { IntegrationError, createListeners } from './listeners.js';
import { openFrame } from './open-frame.js';
import { offline, textOf } from './page-texts.js';

/** After this a frame that stays silent counts as not loaded; long enough for a busy machine. */
const CONNECT_TIMEOUT_MS = 30_000;

/** The payment element of one `elements` group. */
export function createPaymentElement(group, options) {
  const listeners = createListeners();
  let opened;
  let timer;
  let failure;
  const emit = (name, more) => listeners.emit(name, { elementType: 'payment', ...more });
  const fail = (error) => {
    failure = error;
    emit('loaderror', { error });
  };
  const onEvent = (name, content) => {
    if (name === 'height') opened.frame.style.height = `${content}px`;
    else if (name === 'loaderror') fail(content.error);
    else emit(name, content);
    if (name === 'ready' || name === 'loaderror') clearTimeout(timer);
  };
  const element = {
    on: (name, run) => (listeners.on(name, run), element),
    once: (name, run) => (listeners.once(name, run), element),
    off: (name, run) => (listeners.off(name, run), element),
    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target;
      if (!parent) throw new IntegrationError('The element to mount on does not exist.');
      const { key, clientSecret, locale, appearance, fonts } = group.settings;
      const settings = { key, clientSecret, locale, appearance, fonts };
      opened = openFrame('/card', textOf('card', locale), settings, onEvent);
      // As Stripe's frame: the room for focus rings stands out over the column.
      Object.assign(opened.frame.style, { width: 'calc(100% + 8px)', margin: '-4px' });
      parent.replaceChildren(opened.frame);
      emit('loaderstart');
      failure = undefined;
      timer = setTimeout(() => fail(offline(locale)), CONNECT_TIMEOUT_MS);
    },
    unmount() {
      clearTimeout(timer);
      opened?.frame.remove();
      opened = undefined;
    },
    destroy() {
      element.unmount();
      group.forget(element);
    },
    update: (more) => (Object.assign(options, more), element),
    focus: () => void opened?.call('focus'),
    blur: () => opened?.frame.blur(),
    clear: () => void opened?.call('clear'),
    collapse: () => element,
  };
  /** Calls the frame, for `elements` and `confirmPayment`. */
  const call = async (method, content) => {
    if (failure) return method === 'validate' ? failure : { error: failure };
    if (opened) return opened.call(method, content);
    throw new IntegrationError('The payment element must be mounted first.');
  };
  return { element, call };
}
