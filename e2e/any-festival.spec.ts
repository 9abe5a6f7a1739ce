import type { Page } from '@playwright/test';
import { drawSeasonPanorama } from '#packages/plates/draw-season-panorama.ts';
import { SAMPLE_CONCERTS } from '#packages/plates/plates.fixture.ts';
import { renderEmailHtml } from '#server/platform/mail/email.ts';
import { measureWordmark } from '#server/programme/festival-content.ts';
import { fitDates, positionClass, wordmarkClass } from '#web/festival/season.tsx';
import { findBrokenWords } from './support/broken-words.ts';
import { expect, test } from './support/test.ts';

// The home page of other festivals: its own styles and fonts, with names and dates that the demonstration has not.

const WIDTHS = [320, 390, 700, 900, 1440];
const NAMES = [
  'MAX',
  'Marienfirn',
  'Klangwoche',
  'W'.repeat(10),
  'W'.repeat(24),
  'Kammermusik im Rheingau',
];
const SEASONS = {
  'two concerts, five months apart': [0, 150],
  'a day of November after those of August': [0, 1, 10, 11, 12, 13, 14, 15, 16, 18, 19, 21, 99],
  'twenty days in five months': Array.from({ length: 20 }, (_, i) => i * 8),
  'forty days in a row': [...Array(40).keys()],
};

/** The dates of a season as the page's list has them. */
function datesOf(days: number[]) {
  const [sample] = SAMPLE_CONCERTS;
  if (!sample) throw new Error('The fixture is empty.');
  const concerts = days.map((day, id) => ({
    ...sample,
    id,
    date: new Date(Date.UTC(2025, 7, 1 + day)).toISOString().slice(0, 10),
  }));
  const wide = drawSeasonPanorama(concerts, { width: 1440, height: 560, labelBand: 72 }).summits;
  const phone = drawSeasonPanorama(concerts, { width: 860, height: 420, axis: 'compact' }).summits;
  const at = ({ x = 0, y = 0 } = {}, width: number) => ({ x: x / width, y });
  const placed = wide.map((summit, i) => ({ wide: at(summit, 1440), phone: at(phone[i], 860) }));
  const { days: fitting, isDense } = fitDates(placed);
  const classes = fitting.map(
    (day) =>
      `season__day placed ${positionClass(day.wide.x, 'wide')} ${positionClass(day.phone.x, 'phone')}`,
  );
  return { classes, isDense };
}

/** Pairs of dates that cover each other, after setting these dates instead of the page's. */
const coveringDates = (page: Page, dates: ReturnType<typeof datesOf>) =>
  page.evaluate(({ classes, isDense }) => {
    const list = document.querySelector('.season__days');
    const sample = list?.querySelector('li');
    if (!list || !sample) throw new Error('The page has no dates.');
    list.classList.toggle('season__days--dense', isDense);
    const items = classes.map((names) => {
      const item = sample.cloneNode(true) as HTMLElement;
      item.className = names;
      const number = item.querySelector('.season__number');
      if (number) number.textContent = '28';
      return item;
    });
    list.replaceChildren(...items);
    const boxes = items.map((item) => {
      const parts = [...item.querySelectorAll('.season__weekday, .season__number')].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
      });
      const shown = parts.filter(({ width }) => width > 0);
      return [
        Math.min(...shown.map((box) => box.left)),
        Math.max(...shown.map((box) => box.right)),
      ];
    });
    return boxes.flatMap(([left = 0], i) => (i > 0 && left < (boxes[i - 1]?.[1] ?? 0) ? [i] : []));
  }, dates);

/** Whether the name stays in the measure, after setting this one instead of the page's. */
const fitsMeasure = (page: Page, name: string) =>
  page.evaluate(
    ({ name: text, names }) => {
      const wordmark = document.querySelector<HTMLElement>('.wordmark');
      const shown = wordmark?.querySelector('[aria-hidden]');
      if (!wordmark || !shown) throw new Error('The page has no wordmark.');
      wordmark.className = `wordmark ${names}`;
      shown.textContent = text;
      const { left, right } = shown.getBoundingClientRect();
      return left >= 0 && right <= document.documentElement.clientWidth;
    },
    { name, names: wordmarkClass(measureWordmark(name)) },
  );

test(
  'the words of a long name stay whole in the head of a page',
  { tag: '@desk' },
  async ({ page }) => {
    await page.goto('/de/contact');
    await page.locator('.logo__name').evaluate((name) => {
      name.textContent = 'Lindenauer Kammermusiktage und Orgelwochen';
    });
    for (const width of [900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findBrokenWords(page, '.logo__name')).toEqual([]);
    }
  },
);

test(
  'a mail of a festival with a long name fits a small phone',
  { tag: '@desk' },
  async ({ page }) => {
    const email = {
      subject: 'Karten',
      preheader: '',
      heading: 'Bestellbestätigungen',
      paragraphs: [],
    };
    const sender = {
      name: 'Kammermusikfestspielwochen',
      tagline: '',
      addressLines: [],
      email: '',
      siteUrl: '',
    };
    await page.setViewportSize({ width: 320, height: 700 });
    await page.setContent(renderEmailHtml(email, sender, 'de'));
    const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
    expect(await page.evaluate(fits)).toBe(true);
  },
);

test('names and dates of any festival fit on the home page', { tag: '@desk' }, async ({ page }) => {
  const seasons = Object.entries(SEASONS).map(([what, days]) => ({ what, dates: datesOf(days) }));
  // the dates come with the pictures, which are drawn after the start
  await expect(async () => {
    await page.goto('/de');
    await expect(page.locator('.season__day').first()).toBeAttached({ timeout: 1000 });
  }).toPass();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/de', { waitUntil: 'networkidle' });
    for (const { what, dates } of seasons) {
      expect.soft(await coveringDates(page, dates), `${what} at ${width}`).toEqual([]);
    }
    for (const name of NAMES) {
      expect.soft(await fitsMeasure(page, name), `${name} at ${width}`).toBe(true);
    }
  }
});
