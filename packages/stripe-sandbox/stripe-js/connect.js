/**
 * Waits for the page to connect, and responds to its calls with the methods of `handlers`. `onConnect(settings,
 * postEvent)` runs once; `postEvent(event, content)` sends an event to the page.
 */
export function connect(onConnect, handlers) {
  const onMessage = ({ data, ports: [port] }) => {
    // `source` is not compared: in WebKit it is sometimes another object than `window.parent`
    if (data?.sandbox !== 'connect' || !port) return;
    window.removeEventListener('message', onMessage);
    const postEvent = (event, content) => port.postMessage({ event, content });
    port.addEventListener('message', async ({ data: { method, content, number } }) => {
      port.postMessage({ response: number, content: await handlers[method]?.(content) });
    });
    port.start();
    postHeight(postEvent);
    onConnect(data, postEvent);
  };
  window.addEventListener('message', onMessage);
}

function postHeight(postEvent) {
  const block = document.querySelector('.Block');
  new ResizeObserver(() =>
    postEvent('height', Math.ceil(block.getBoundingClientRect().height)),
  ).observe(block);
}
