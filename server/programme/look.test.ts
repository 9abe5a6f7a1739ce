import { expect, test } from 'vitest';
import { colours } from '../platform/colours.ts';
import { coloursOf, LookFormat, lookStyle } from './look.ts';

const own = {
  ink: '#1d2433',
  paper: '#faf8f4',
  sky: '#e3e6ee',
  action: '#f0a93b',
  actionText: '#8a4b00',
  success: '#1c6a48',
  focus: '#2b3fa8',
  highlight: '#ffc56e',
};

test('without a look, the colours are those of the demonstration', () => {
  expect(coloursOf(undefined)).toEqual(colours);
  expect(lookStyle(undefined)).toBe('');
});

test('own colours replace those of pages and mails, with tints that can be read', () => {
  expect(lookStyle({ colours: own })).toContain('--action-text:#8a4b00;');
  expect(lookStyle({ colours: own })).toMatch(/^:root:root\{--ink:#1d2433;.*--line:#1d243326\}$/);
  expect(coloursOf({ colours: own })).toMatchObject({ action: '#f0a93b', ink: '#1d2433' });
  const style = lookStyle({
    colours: { ...own, ink: '#6f6f6f', sky: '#ffffff', paper: '#ffffff' },
  });
  // a fifth of white would be #8c8c8c, which is too light
  expect(style).toContain('--ink-2:#767676;');
});

test('colours that cannot be read are refused by name', () => {
  const { error } = LookFormat.safeParse({ colours: { ...own, actionText: '#f0a93b' } });
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    'colours.actionText has a contrast of 1.8 to 1 on paper; 4.5 is the least',
    'colours.actionText has a contrast of 1.6 to 1 on sky; 4.5 is the least',
  ]);
  expect(
    LookFormat.safeParse({ colours: { ...own, ink: 'black' } }).error?.issues[0]?.message,
  ).toBe('is not a colour such as #0F2B2D');
});

test('pictures need all their words, and are refused in a sentence', () => {
  const alt = { de: 'Saal', en: 'Hall' };
  const look = { home: { file: 'hall.jpg', alt }, sitePlan: { file: 'plan.png' }, plates: 'some' };
  const { error } = LookFormat.safeParse(look);
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    'plates is neither drawn nor none',
    'home is neither drawn nor a picture with file, credit and alt in both languages',
    'sitePlan is neither none nor a picture with file and alt in both languages',
  ]);
  const good = { home: 'drawn', plates: 'none', sitePlan: { file: 'plan.png', alt } };
  expect(LookFormat.safeParse(good).success).toBe(true);
});
