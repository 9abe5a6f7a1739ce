import { describe, expect, it } from 'vitest';
import { createApiClient, type ClientSettings } from './api-client.ts';
import { newId } from './new-id.ts';
import { ApiError } from './api-error.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

/** A client whose network is the given answers, one after the other. */
function clientAnswering(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const failures: ApiError[] = [];
  const settings: ClientSettings = {
    origin: () => 'https://api.example',
    language: () => 'en',
    token: () => 'secret',
    fetch: (url, init) => {
      sent.push({ url, init });
      const answer = answers.shift() ?? new Error('no answer left');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    onFailure: (error) => failures.push(error),
  };
  return { api: createApiClient(settings), sent, failures };
}

const json = (status: number, body: unknown) => Response.json(body, { status });
const headersOf = (sent: Sent[]) => new Headers(sent[0]?.init.headers);
const caught = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

describe('the API client', () => {
  it('fills in path and query and asks for JSON with the bearer', async () => {
    const { api, sent } = clientAnswering(json(200, { data: { id: 12 } }));
    await api.call('getConcert', { params: { id: 12 } });
    expect(sent[0]?.url).toBe('https://api.example/concert/12');
    expect(sent[0]?.init.credentials).toBe('include');
    expect(headersOf(sent).get('accept')).toBe('application/json');
    expect(headersOf(sent).get('accept-language')).toBe('en');
    expect(headersOf(sent).get('authorization')).toBe('Bearer secret');
    expect(headersOf(sent).get('idempotency-key')).toBeNull();
  });

  it('sends a key with everything that changes something, the same at a retry', async () => {
    const { api, sent } = clientAnswering(json(200, { data: {} }), json(200, { data: {} }));
    const body = { sessionId: newId() };
    await api.call('clearCart', { body });
    expect(headersOf(sent).get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    await api.call('clearCart', { body }, { idempotencyKey: 'mine' });
    expect(new Headers(sent[1]?.init.headers).get('idempotency-key')).toBe('mine');
    expect(sent[1]?.init.body).toBe(JSON.stringify(body));
  });

  it('passes a form through as it is', async () => {
    const { api, sent } = clientAnswering(json(200, { message: 'thanks' }));
    const form = new FormData();
    form.set('email', 'a@example.org');
    await api.call('sendContactMessage', { body: form });
    expect(sent[0]?.init.body).toBe(form);
    expect(headersOf(sent).get('content-type')).toBeNull();
  });

  it('joins all messages of a 422 and keeps them by field', async () => {
    const errors = { email: ['no address'], message: ['empty', 'short'] };
    const { api, failures } = clientAnswering(json(422, { message: 'check', errors }));
    const error = await caught(api.call('login', { body: { email_address: '', password: '' } }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error?.message).toBe('no address empty short');
    expect(error?.fieldErrors).toEqual({ email: 'no address', message: 'empty' });
    expect(failures).toHaveLength(1);
  });

  it('tells status, message code and key of a refusal', async () => {
    const { api } = clientAnswering(
      json(409, { message: 'taken', msgCode: 6104, error_I18n: 'TRANSLATION.X' }),
    );
    const error = await caught(api.call('getMe'));
    expect(error).toMatchObject({ status: 409, msgCode: 6104, errorKey: 'TRANSLATION.X' });
  });

  it('falls back to the status where the body says nothing', async () => {
    const { api } = clientAnswering(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect((await caught(api.call('getMe')))?.message).toBe('502');
  });

  it('calls a lost network status 0', async () => {
    const { api } = clientAnswering(new TypeError('network'));
    expect((await caught(api.call('getMe')))?.status).toBe(0);
  });
});
