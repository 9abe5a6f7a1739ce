import { Agent, createServer, get, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { closeServer, listen } from './http-server.ts';

async function open(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  const port = await listen(server, 0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, agent }, (answered) => {
        answered.resume().on('end', () => resolve(answered.headers.connection));
      }).on('error', reject);
    });
  return { server, ask };
}

test('a proxy that keeps its connection busy does not keep a stopping server up', async () => {
  let closed = Promise.resolve();
  let count = 0;
  const { server, ask } = await open((_request, response) => {
    // never idle when it is looked at: the next request follows its answer
    if (++count === 3) closed = closeServer(server);
    response.end('ok');
  });
  const answers = [];
  do answers.push(await ask());
  while (answers.at(-1) === 'keep-alive' && answers.length < 1_000);
  expect(answers).toEqual(['keep-alive', 'keep-alive', 'keep-alive', 'close']);
  await closed;
}, 10_000);

test('a request in hand is answered, and its connection not waited for', async () => {
  let answerNow = () => {};
  const { server, ask } = await open((_request, response) => {
    answerNow = () => response.end('late');
    server.emit('in hand');
  });
  const inHand = new Promise<void>((resolve) => server.once('in hand', resolve));
  const answered = ask();
  await inHand;
  const closed = closeServer(server);
  answerNow();
  expect(await answered).toBeDefined();
  await closed;
}, 10_000);

test('a request that arrives in the moment of closing is answered', async () => {
  const { server, ask } = await open((_request, response) => void response.end('ok'));
  await ask();
  const closed = closeServer(server);
  expect(await ask()).toBe('close');
  await closed;
});
