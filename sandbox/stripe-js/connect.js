/**
 * Waits for the page to connect and responds to its questions by the functions of `handlers`.
 * `start(hello, tell)` runs once; `tell(news, content)` reports to the page.
 */
export function connect(start, handlers) {
  const onMessage = ({ data, ports: [port] }) => {
    // `source` is not compared: in WebKit it is sometimes another object than `window.parent`
    if (data?.sandbox !== 'connect' || !port) return;
    window.removeEventListener('message', onMessage);
    const tell = (news, content) => port.postMessage({ news, content });
    port.addEventListener('message', async ({ data: { question, content, number } }) => {
      port.postMessage({ response: number, content: await handlers[question]?.(content) });
    });
    port.start();
    tellHeight(tell);
    start(data, tell);
  };
  window.addEventListener('message', onMessage);
}

function tellHeight(tell) {
  const block = document.querySelector('.Block');
  new ResizeObserver(() => tell('height', Math.ceil(block.getBoundingClientRect().height))).observe(
    block,
  );
}
