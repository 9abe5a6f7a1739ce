/** A person needs longer between two keys; a scanner never. */
const MAX_GAP_MS = 50;
const MIN_BURST_LENGTH = 6;
/** Within a burst: a scanner without a cable may falter. */
const MAX_PAUSE_MS = 250;
/** A ticket's code is complete without Enter, too (door.md 9). */
const CODE_LENGTH = 122;
const AFTER_CODE_MS = 80;

/** Where a burst of keys went by mistake. */
interface Field {
  element: HTMLInputElement;
  value: string;
}

/**
 * Calls `onText` with what a hand scanner types, which is a keyboard. Its keys press no button, and the field that has
 * the focus keeps its value. Returns what ends it.
 */
export function listenToHandScanner(onText: (text: string) => void): () => void {
  let text = '';
  let lastAt = -Infinity;
  let field: Field | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    const burst = text;
    if (field !== null) field.element.value = field.value;
    text = '';
    onText(burst);
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    if (key !== 'Enter' && key.length !== 1) return;
    clearTimeout(timer);
    const gap = timeStamp - lastAt;
    const isBurst = gap < (text.length < MIN_BURST_LENGTH ? MAX_GAP_MS : MAX_PAUSE_MS);
    lastAt = timeStamp;
    const isField = event.target instanceof HTMLInputElement;
    if (key === 'Enter') {
      if (isBurst && text.length >= MIN_BURST_LENGTH) {
        event.preventDefault();
        event.stopPropagation();
        end();
      }
      text = '';
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isBurst || text === '') {
      text = '';
      field = isField ? { element: event.target, value: event.target.value } : null;
    }
    text += key;
    // a space would press the button that has the focus
    if (isBurst && !isField) event.preventDefault();
    if (text.length === CODE_LENGTH) timer = setTimeout(end, AFTER_CODE_MS);
  };
  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
