import type { Language } from '#contract/language.ts';
import { Problem } from '../platform/http/problem.ts';
import { derive, type Catalogue, type CatalogueState } from './catalogue.ts';
import { toConcertWire, toListEntry, type ConcertWire } from './concert-dto.ts';
import type { Pictures } from './concert-pictures.ts';

/** Reads concerts from the catalogue in memory, in the wire's shape. */
export interface ConcertReader {
  list(language: Language): Promise<ConcertWire[]>;
  /** 404 for an unknown or unpublished concert. */
  get(id: number, language: Language): Promise<ConcertWire>;
  /** When the programme was last changed. */
  changedAt(): Promise<Date>;
  /** Names the state read: the same text as long as nothing visible changed. */
  version(): Promise<string>;
}

export function createConcertReader(catalogue: Catalogue, pictures: Pictures): ConcertReader {
  const whole = (state: CatalogueState, language: Language): Map<number, ConcertWire> =>
    derive(state, 'concerts', language, () => {
      const wires = state.concerts.map((row) =>
        toConcertWire(
          row,
          state.stock.get(row.product?.id ?? 0),
          pictures.ofConcert(row.id),
          language,
        ),
      );
      return new Map(wires.map((wire) => [wire.id, wire]));
    });
  return {
    async list(language) {
      const state = await catalogue.current();
      return derive(state, 'list', language, () =>
        [...whole(state, language).values()].map(toListEntry),
      );
    },
    async get(id, language) {
      const found = whole(await catalogue.current(), language).get(id);
      if (found === undefined) throw new Problem('not_found');
      return found;
    },
    async changedAt() {
      return (await catalogue.current()).changedAt;
    },
    async version() {
      return String((await catalogue.current()).version);
    },
  };
}
