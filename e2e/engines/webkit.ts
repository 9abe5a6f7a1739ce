import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { retry } from '#server/platform/retry.ts';
import { findAvailablePort } from '#test/find-available-port.ts';
import type { Engine, EngineElement, EngineOptions } from './engine.ts';

// WebDriver names an element by an object with this key.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementRef = Record<typeof ELEMENT, string>;

// Toolbars set the minimum width of a window, which would be wider than a phone.
const tinyToolbar =
  '* { min-width: 0; min-height: 0; margin: 0; border: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }';

/** Opens WebKitGTK's MiniBrowser on a screen of its own, with Debian's webkit2gtk-driver and xvfb. */
export async function openWebKit(options: EngineOptions): Promise<Engine> {
  const config = mkdtempSync(path.join(tmpdir(), 'festival-webkit-'));
  mkdirSync(path.join(config, 'gtk-3.0'));
  writeFileSync(path.join(config, 'gtk-3.0/gtk.css'), tinyToolbar);
  const { screen, display } = await startScreen();
  const port = await findAvailablePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, XDG_CONFIG_HOME: config },
  });
  const stop = async () => {
    for (const program of [driver, screen]) await endProcess(program);
    rmSync(config, { recursive: true, force: true });
  };
  try {
    return createEngine(await openSession(`http://127.0.0.1:${port}`, options), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const announced = screen.stdio[3];
  if (!announced) throw new Error('Xvfb has no pipe');
  const [display] = (await once(announced, 'data')) as [Buffer];
  return { screen, display: display.toString().trim() };
}

/** Starts the browser; returns the session's address. */
async function openSession(driver: string, { hasScripts, viewport }: EngineOptions) {
  const args = ['--automation', ...(hasScripts ? [] : ['--enable-javascript=false'])];
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { args } },
  };
  // The driver takes a moment until it listens.
  const { sessionId } = await retry({ attempts: 100, delayMs: 100, when: isUnreachable }, () =>
    send<{ sessionId: string }>(driver, 'POST', '/session', { capabilities }),
  );
  const session = `${driver}/session/${sessionId}`;
  await send(session, 'POST', '/window/rect', { x: 0, y: 0, ...viewport });
  return session;
}

const isUnreachable = (error: unknown) => error instanceof TypeError;

async function endProcess(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}

function createEngine(session: string, stop: () => Promise<void>): Engine {
  const find = (xpath: string) =>
    send<ElementRef[]>(session, 'POST', '/elements', { using: 'xpath', value: xpath });
  return {
    open: (url) => send(session, 'POST', '/url', { url }),
    url: () => send(session, 'GET', '/url'),
    async find(xpath, frame) {
      await send(session, 'POST', '/frame', { id: null });
      if (frame !== undefined) {
        const [id] = await find(frame);
        if (id === undefined) return [];
        await send(session, 'POST', '/frame', { id });
      }
      const found: EngineElement[] = [];
      for (const ref of await find(xpath)) {
        const element = `${session}/element/${ref[ELEMENT]}`;
        if (!(await isDisplayed(element))) continue;
        // WebKit does not scroll to an element that is visible by a few pixels, and then cannot click it.
        const scroll = async () => {
          const script = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })';
          await send(session, 'POST', '/execute/sync', { script, args: [ref] });
        };
        found.push(createElement(element, scroll));
      }
      return found;
    },
    screenshot: async () =>
      Buffer.from(await send<string>(session, 'GET', '/screenshot'), 'base64'),
    async close() {
      try {
        await send(session, 'DELETE', '');
      } finally {
        await stop();
      }
    },
  };
}

/** Whether an element that was just found is shown; one that the page has replaced since is not. */
async function isDisplayed(element: string): Promise<boolean> {
  try {
    return await send<boolean>(element, 'GET', '/displayed');
  } catch (error) {
    if (String(error).includes('stale element reference')) return false;
    throw error;
  }
}

function createElement(element: string, scroll: () => Promise<void>): EngineElement {
  return {
    async click() {
      await scroll();
      await send(element, 'POST', '/click', {});
    },
    async fill(value) {
      if ((await send<string>(element, 'GET', '/name')).toLowerCase() === 'select') {
        const option = { using: 'xpath', value: `.//option[normalize-space(.)="${value}"]` };
        const ref = await send<ElementRef>(element, 'POST', '/element', option);
        return await send(element.replace(/[^/]+$/, ref[ELEMENT]), 'POST', '/click', {});
      }
      await scroll();
      await send(element, 'POST', '/clear', {});
      await send(element, 'POST', '/value', { text: value });
    },
    text: () => send(element, 'GET', '/text'),
    attribute: (name) => send(element, 'GET', `/attribute/${name}`),
  };
}

/** Sends a WebDriver command; throws with the driver's error. */
async function send<T = void>(
  url: string,
  method: string,
  command: string,
  body?: object,
): Promise<T> {
  const response = await fetch(url + command, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${command}: ${value.error} ${value.message}`);
  return value;
}
