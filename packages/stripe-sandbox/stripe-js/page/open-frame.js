/** Where this script came from; it alone knows while the script runs. */
const SCRIPT = new URL(document.currentScript.src);

/** The prefix of the sandbox's own paths: a shop may show it under a path of its own address. */
export const BASE = SCRIPT.origin + SCRIPT.pathname.replace(/\/(stripe\.js|v3\/?)$/, '');

/** A frame of the sandbox with a MessageChannel: calls with responses, and events. */
export function openFrame(path, title, settings, onEvent) {
  const frame = document.createElement('iframe');
  frame.src = BASE + path;
  frame.title = title;
  // Through the object model: a policy without inline styles forbids the attribute.
  Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '260px' });
  const { port1: port, port2 } = new MessageChannel();
  const resolvers = new Map();
  port.addEventListener('message', ({ data }) => {
    if (data.response === undefined) onEvent(data.event, data.content);
    else resolvers.get(data.response)?.(data.content);
  });
  port.start();
  let lastCall = 0;
  const call = (method, content) =>
    new Promise((resolve) => {
      lastCall += 1;
      resolvers.set(lastCall, resolve);
      port.postMessage({ method, content, number: lastCall });
    });
  const connect = () =>
    frame.contentWindow.postMessage({ sandbox: 'connect', ...settings }, SCRIPT.origin, [port2]);
  frame.addEventListener('load', connect, { once: true });
  return { frame, call };
}
