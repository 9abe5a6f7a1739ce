import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { TicketPayload } from '#contract/door/ticket-code.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { doorTexts } from '#messages/door.ts';
import { createTicketSigner } from '#server/orders/ticket-code.ts';
import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import { readOrCreateAppSecret } from '#server/settings/env.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { createClient } from '#test/http-client.ts';
import { findConcert } from './concerts.ts';
import { callSandbox } from './sandbox.ts';

const root = path.join(import.meta.dirname, '../..');

/** A ticket as its buyer gets it: the PDF, and the text of its code. */
export interface BoughtTicket {
  pdf: Buffer;
  code: string;
}

/** Buys two tickets of a concert, of the type at this place, and reads them as a camera would. */
export async function buyTicketsOf(
  page: Page,
  title: string,
  type = 0,
): Promise<{ orderNo: string; tickets: BoughtTicket[] }> {
  const { request } = page;
  const { productId, ticketTypes } = await findConcert(request, title);
  const { origin } = new URL((await request.get('/healthz')).url());
  const buyer = new Buyer({ url: origin }, undefined, createClient(origin, 'de'));
  await buyer.checkOut({ productId, types: ticketTypes }, { type, quantity: 2 }, 'onlineticket');
  await callSandbox(page, 'pay', buyer.intent, 'pm_card_visa');
  const { body } = await accepted(buyer.complete());
  const address = `/api/order/details?token=${body.data?.order_token}`;
  const read = async () => (await (await request.get(address)).json()) as { data: WireOrder };
  await expect.poll(async () => (await read()).data.all_urls_ready).toBe(true);
  const { data: order } = await read();
  const tickets: BoughtTicket[] = [];
  for (const { url } of order.tickets) {
    const pdf = await (await request.get(url)).body();
    tickets.push({ pdf, code: await readCode(pdf) });
  }
  return { orderNo: order.order_no, tickets };
}

interface WireOrder {
  order_no: string;
  all_urls_ready: boolean;
  tickets: { url: string }[];
}

/** The text of the code on the first page of a ticket. */
async function readCode(pdf: Buffer): Promise<string> {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } });
  const [found] = await readBarcodes(drawPage(pdf, '-png', '-r', '150'), { formats: ['QRCode'] });
  if (found === undefined) throw new Error('the ticket has no code');
  return found.text;
}

/** A code that we have not signed. */
export const forge = (code: string): string =>
  code.slice(0, 40) + (code[40] === 'A' ? 'B' : 'A') + code.slice(41);

/** A code as the shop signs it, of a ticket that nobody needs to have bought. */
export const signCode = (payload: TicketPayload): string =>
  createTicketSigner(
    createSignedTokens(readOrCreateAppSecret(process.env.E2E_DATA_DIR ?? '')),
  ).sign(payload);

/** A picture of the first page of a PDF (poppler-utils). */
function drawPage(pdf: Buffer, ...options: string[]): Buffer {
  const args = ['-f', '1', '-l', '1', ...options, '-'];
  return execFileSync('pdftoppm', args, { input: pdf, maxBuffer: 50_000_000 });
}

/** A film that stands still: the first page of a ticket, as a camera sees it (YUV4MPEG2). */
export function filmTicket(pdf: Buffer): Buffer {
  const [width, height] = [800, 1130];
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  const picture = drawPage(pdf, '-gray', ...size);
  // the picture ends with its pixels; grey is the middle of both scales of colour
  const pixels = [picture.subarray(-width * height), Buffer.alloc((width * height) / 2, 128)];
  const frame = [Buffer.from('FRAME\n'), ...pixels];
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip C420jpeg\n`);
  return Buffer.concat([head, ...frame, ...frame]);
}

/** Runs a command of the office; returns what it prints. */
export function runOffice(...words: string[]): string {
  const { E2E_DATA_DIR: dataDir, E2E_DATABASE_URL: database = '' } = process.env;
  const output = execFileSync(process.execPath, ['scripts/run.mjs', 'office', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: database },
  });
  return output.toString();
}

/** Makes a device code for a concert on the command line, as a volunteer's link. */
export function makeDeviceLink(concertId: number): string {
  const output = runOffice('door:pair', String(concertId), '--devices', '5', '--json');
  const { code } = JSON.parse(output) as { code: string };
  return `/door#pair=${code}`;
}

/** A volunteer with a device. */
export class Volunteer {
  readonly page: Page;
  readonly t: ReturnType<typeof pickTexts<typeof doorTexts>>;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.t = pickTexts(doorTexts, language);
  }

  screen(name: string) {
    return this.page.locator(`main[data-screen="${name}"]`);
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Keeps every result on the screen until the next one, however slow the test is. */
  async keepResults(): Promise<void> {
    await this.page.addInitScript(dropHiding);
  }

  /** Pairs the device and starts admission of its only concert. */
  async start(link: string, name: string, entrance = ''): Promise<void> {
    await this.page.goto(link);
    await expect(this.screen('start')).toBeVisible();
    await this.page.getByLabel(this.t.deviceName).fill(name);
    await this.page.getByLabel(this.t.entrance).fill(entrance);
    await this.button(this.t.pair).click();
    await this.button(this.t.start).click();
    await expect(this.screen('scan')).toBeVisible();
  }

  /** Types a code or an order number. */
  async type(text: string): Promise<void> {
    await this.page.getByLabel(this.t.codeOrNumber).fill(text);
    await this.button(this.t.check).click();
  }

  /** Types like a hand scanner, wherever the focus is. */
  async scan(text: string, end: '' | '\r' = '\r'): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    // all at once, 5 ms apart by their own clock: a scanner waits for nobody, however busy the machine is
    const start = Date.now() / 1000;
    const keys = `${text}${end}`.split('').map((key, place) =>
      session.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        timestamp: start + place / 200,
        text: key,
        key: key === '\r' ? 'Enter' : key,
        ...(key === '\r' ? { windowsVirtualKeyCode: 13 } : {}),
      }),
    );
    await Promise.all(keys);
    await session.detach();
  }

  /** Types texts like a hand scanner, each with Enter, faster than the device can store what follows from them. */
  async scanAtOnce(...texts: string[]): Promise<void> {
    await this.page.evaluate(
      (keys) => {
        for (const key of keys) window.dispatchEvent(new KeyboardEvent('keydown', { key }));
      },
      texts.flatMap((text) => [...text.split(''), 'Enter']),
    );
  }

  /** One condition, as a result may be gone before a second one is looked at. */
  async sees(result: string, tone: string, ...words: string[]): Promise<void> {
    const role = tone === 'go' || tone === 'note' ? 'status' : 'alert';
    let shown = this.page.locator(`[data-result="${result}"][data-tone="${tone}"][role="${role}"]`);
    for (const word of words) shown = shown.filter({ hasText: word });
    await shown.waitFor();
  }

  async goTo(tab: 'scan' | 'numbers' | 'log' | 'more'): Promise<void> {
    await this.page.getByRole('navigation').getByRole('button', { name: this.t[tab] }).click();
    await expect(this.screen(tab)).toBeVisible();
  }

  /** Waits until this many events are not sent. */
  async hasUnsent(count: number): Promise<void> {
    await expect(this.page.locator('[data-unsent]')).toHaveAttribute('data-unsent', String(count));
  }
}

/** Runs in the page: results go after 2 s and 4 s, and nothing else there waits for so long. */
function dropHiding(): void {
  const start = window.setTimeout.bind(window);
  const dropped = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
    ms === 2000 || ms === 4000 ? 0 : start(work, ms, ...rest);
  window.setTimeout = dropped as typeof setTimeout;
}
