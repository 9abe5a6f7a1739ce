import { expect, it } from 'vitest';
import { blend, LIGHTS, lightOf } from './lights.ts';

it.each([
  ['C-Dur', 'firnlicht'],
  ['F-Dur', 'almgruen'],
  ['Es-Dur', 'laerchengold'],
  ['A-Dur', 'alpengluehen'],
  ['B-Dur', 'morgenrosa'],
  ['H-Dur', 'rosenstunde'],
  ['g-Moll', 'rosenstunde'],
  ['G-Dur', 'almgruen'],
  ['h-Moll', 'enzian'],
  ['c-Moll', 'blaue-stunde'],
  ['cis-Moll', 'mondnacht'],
  ['e-Moll', 'nebel'],
  [null, 'nebel'],
  ['dorisch', 'nebel'],
])('%s is lit by %s', (key, light) => {
  expect(lightOf(key)).toBe(light);
});

it('has every colour in every light', () => {
  for (const light of Object.values(LIGHTS)) {
    expect(Object.values(light)).toHaveLength(8);
    for (const colour of Object.values(light)) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
  }
});

it('blends colours', () => {
  expect(blend('#000000', '#FFFFFF', 0.5)).toBe('#808080');
});
