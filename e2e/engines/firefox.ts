import { type ElementHandle, type Frame, launch, type Page } from 'puppeteer-core';
import type { Engine, EngineElement, EngineOptions } from './engine.ts';

/** Opens Firefox over WebDriver BiDi, which cannot switch scripts off yet. */
export async function openFirefox({ viewport }: EngineOptions): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
  });
  const page = await browser.newPage();
  await page.setViewport(viewport);
  return {
    // `page.goto` never resolves after a page with frames. Emptied, the old page is not mistaken for the new one.
    open: (url) =>
      page.evaluate((address) => {
        document.body.replaceChildren();
        window.location.assign(address);
      }, url),
    url: async () => page.url(),
    async find(xpath, frame) {
      const context = frame === undefined ? page : await findFrame(page, frame);
      const found: EngineElement[] = [];
      for (const element of (await context?.$$(`::-p-xpath(${xpath})`)) ?? []) {
        if (await element.isVisible()) found.push(createElement(element));
      }
      return found;
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

async function findFrame(page: Page, xpath: string): Promise<Frame | null> {
  const element = await page.$(`::-p-xpath(${xpath})`);
  return (await element?.toElement('iframe'))?.contentFrame() ?? null;
}

function createElement(element: ElementHandle): EngineElement {
  return {
    click: () => element.click(),
    async fill(value) {
      if (await element.evaluate((node) => node instanceof HTMLSelectElement)) {
        const option = await element.$(`::-p-xpath(.//option[normalize-space(.)="${value}"])`);
        const id = await option?.evaluate((node) => node.getAttribute('value'));
        return void (await element.select(id ?? value));
      }
      await element.focus();
      await element.evaluate((node) => node instanceof HTMLInputElement && node.select());
      await element.press('Backspace');
      await element.type(value);
    },
    text: () => element.evaluate((node) => (node instanceof HTMLElement ? node.innerText : '')),
    attribute: (name) => element.evaluate((node, key) => node.getAttribute(key), name),
  };
}
