/**
 * Waits for the page to connect and answers its questions by the functions of `answers`.
 * `start(hello, tell)` runs once; `tell(news, content)` reports to the page.
 */
export function connect(start, answers) {
  const onMessage = ({ data, ports: [port] }) => {
    // `source` is not asked: in WebKit it is now and then another object than `window.parent`
    if (data?.sandbox !== 'connect' || !port) return;
    window.removeEventListener('message', onMessage);
    const tell = (news, content) => port.postMessage({ news, content });
    port.addEventListener('message', async ({ data: { question, content, number } }) => {
      port.postMessage({ answer: number, content: await answers[question]?.(content) });
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
