import type { Language } from '#contract/language.ts';
import { Problem } from '../platform/problem.ts';
import { memoizeForState, type Catalogue, type CatalogueState } from './catalogue.ts';
import { toConcertDto, toListEntry, type ConcertDto } from './concert-dto.ts';
import type { Pictures } from './concert-dto.ts';

/** Reads concerts from the catalogue in the format of the API. */
export interface ConcertReader {
  list(language: Language): Promise<ConcertDto[]>;
  /** Throws Problem `not_found` for an unknown or unpublished concert. */
  get(id: number, language: Language): Promise<ConcertDto>;
  /** Last change of the programme. */
  changedAt(): Promise<Date>;
  /** Version of the state: the same text until something visible changes. */
  version(): Promise<string>;
}

/** Creates a reader of this catalogue. */
export function createConcertReader(catalogue: Catalogue, pictures: Pictures): ConcertReader {
  const concertsById = (state: CatalogueState, language: Language): Map<number, ConcertDto> =>
    memoizeForState(state, 'concerts', language, () => {
      const dtos = state.concerts.map((row) =>
        toConcertDto(
          row,
          state.stock.get(row.product?.id ?? 0),
          pictures.ofConcert(row.id),
          language,
        ),
      );
      return new Map(dtos.map((dto) => [dto.id, dto]));
    });
  return {
    async list(language) {
      const state = await catalogue.current();
      return memoizeForState(state, 'list', language, () =>
        [...concertsById(state, language).values()].map(toListEntry),
      );
    },
    async get(id, language) {
      const found = concertsById(await catalogue.current(), language).get(id);
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
