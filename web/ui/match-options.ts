export interface Option {
  id: number;
  label: string;
  /** Further names to search by, e.g. the English one. */
  alsoFoundBy?: string[];
}

/** Options whose names contain the typed text, matches at the start first. */
export function matchOptions(options: Option[], query: string, limit: number): Option[] {
  const wanted = plain(query);
  if (wanted === '') return options.slice(0, limit);
  const ranked = options.map((option) => ({ option, rank: rankOf(option, wanted) }));
  const hits = ranked.filter((hit) => hit.rank < 2);
  return hits
    .toSorted((a, b) => a.rank - b.rank)
    .map((hit) => hit.option)
    .slice(0, limit);
}

/** The option of exactly this name, in any of its languages. */
export function exactOption(options: Option[], typed: string): Option | undefined {
  const wanted = plain(typed);
  return options.find((option) =>
    [option.label, ...(option.alsoFoundBy ?? [])].some((name) => plain(name) === wanted),
  );
}

/** 0 starts with it, 1 contains it, 2 neither. */
function rankOf(option: Option, wanted: string): number {
  const names = [option.label, ...(option.alsoFoundBy ?? [])].map(plain);
  if (names.some((name) => name.startsWith(wanted))) return 0;
  return names.some((name) => name.includes(wanted)) ? 1 : 2;
}

/** Lower case without accents: "Österreich" is found by "oster" too. */
const plain = (text: string) => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
