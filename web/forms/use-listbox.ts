import { useEffect, useState, type KeyboardEvent } from 'react';
import { MAX_OPTIONS } from '#contract/constants.ts';

interface ListboxProps {
  /** Id of the input; the list and its options derive theirs from it. */
  name: string;
  options: Option[];
  selected: Option | null;
  onChange: (option: Option | null) => void;
}

/** State and keys of an editable combobox with a list (ARIA Authoring Practices). */
export function useListbox({ name, options, selected, onChange }: ListboxProps) {
  const [isOpen, setOpen] = useState(false);
  /** The typed text; null shows the selected option's name. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const found = matchOptions(options, typed ?? '', MAX_OPTIONS);
  const optionId = (index: number) => `${name}-option-${index}`;

  useInView(isOpen ? name : null, isOpen && active >= 0 ? optionId(active) : null);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: Option | undefined) => {
    if (option) onChange(option);
    setTyped(null);
    close();
  };

  /** The browser fills in a whole name without a focus; a typing visitor gets a list. */
  const type = (text: string) => {
    const exact = exactOption(options, text);
    if (exact && document.activeElement?.id !== name) return choose(exact);
    if (text === '') onChange(null);
    setTyped(text);
    setOpen(true);
    setActive(text === '' ? -1 : 0);
    return undefined;
  };

  const move = (step: number) => {
    setOpen(true);
    const from = active >= 0 ? active : found.findIndex(({ id }) => id === selected?.id);
    setActive(nextIndex(from, step, found.length));
  };

  const clear = () => {
    if (isOpen) return close();
    onChange(null);
    setTyped('');
    return undefined;
  };

  const actions: Record<string, (() => void) | undefined> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: clear,
    Enter: isOpen && active >= 0 ? () => choose(found[active]) : undefined,
  };

  return {
    open: isOpen,
    found,
    // without a match there is no option to name
    active: active < found.length ? active : -1,
    optionId,
    choose,
    setActive,
    text: typed ?? selected?.label ?? '',
    type,
    show: () => setOpen(true),
    /** A name typed in full, or an unambiguous part, is chosen; anything else restores the previous choice. */
    leave: () => choose(typed ? (exactOption(options, typed) ?? onlyOne(found)) : undefined),
    press: (event: KeyboardEvent) => {
      // leaving the field chooses the highlighted one
      if (event.key === 'Tab' && isOpen && typed) choose(found[active]);
      if (actions[event.key]) event.preventDefault();
      actions[event.key]?.();
    },
  };
}

const onlyOne = (found: Option[]) => (found.length === 1 ? found[0] : undefined);

/** Scrolls an opened list into view, but not at the cost of its field; then each active option. */
function useInView(opened: string | null, option: string | null): void {
  useEffect(() => {
    if (opened === null) return;
    bringIntoView(`${opened}-list`);
    bringIntoView(opened);
  }, [opened]);
  useEffect(() => {
    if (option !== null) bringIntoView(option);
  }, [option]);
}

const bringIntoView = (id: string) =>
  document.getElementById(id)?.scrollIntoView({ block: 'nearest' });

/** The neighbour in a ring of `count`; -1 is before the first and after the last. */
function nextIndex(from: number, step: number, count: number): number {
  if (count === 0) return -1;
  return ((from < 0 && step < 0 ? count : from) + step + count) % count;
}

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
function exactOption(options: Option[], typed: string): Option | undefined {
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
