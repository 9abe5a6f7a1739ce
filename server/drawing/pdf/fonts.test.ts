import { expect, it } from 'vitest';
import { replaceMissingGlyphs } from './theme.ts';

const print = (text: string) => replaceMissingGlyphs(text, 'sans').words;

it('prints European scripts as they are', () => {
  for (const name of ['Zoë Çelik', 'Ελένη Καραΐνδρου', 'Софія Губайдулина', 'Nguyễn Thị Ánh']) {
    expect(print(name)).toBe(name.normalize('NFC'));
  }
});

it('transliterates all other scripts, and never prints a question mark', () => {
  expect(print('王小明')).toBe('WangXiaoMing');
  for (const name of ['山田太郎', '김연아', 'محمد عبد الوهاب', 'דוד כהן', 'สมชาย', 'अमृता']) {
    expect(print(name)).toMatch(/^[A-Za-z`' -]{3,}$/);
  }
  // no character of any script
  expect(print('a\uE000b🎻')).toBe('ab');
});
