import { describe, expect, it } from 'vitest';
import { SAMPLE_CONCERTS } from '#packages/plates/plates.fixture.ts';
import { drawConcertShare, drawSeasonShare, type ShareImage } from './draw-picture.ts';

const [concert] = SAMPLE_CONCERTS;
const noWords = { title: '', line: '', note: '' };

/** Width and height in the PNG's header. */
const sizeOf = ({ bytes }: ShareImage) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];

describe('a picture for shared links', () => {
  it('of a concert shows its words', async () => {
    if (concert === undefined) throw new Error('no sample');
    const drawn = await drawConcertShare(concert, {
      ...noWords,
      title: 'Dvořák',
      line: '23. August',
    });
    const mute = await drawConcertShare(concert, noWords);
    expect(sizeOf(drawn)).toEqual([1200, 630]);
    // without its font a text would silently be missing
    expect(drawn.bytes.equals(mute.bytes)).toBe(false);
  });

  it.each(['title', 'line', 'note'] as const)('of the season shows its %s', async (word) => {
    const drawn = await drawSeasonShare(SAMPLE_CONCERTS, { ...noWords, [word]: 'Marienfirn' });
    const mute = await drawSeasonShare(SAMPLE_CONCERTS, noWords);
    expect(sizeOf(drawn)).toEqual([1200, 630]);
    expect(drawn.bytes.equals(mute.bytes)).toBe(false);
  });
});
