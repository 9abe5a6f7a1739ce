import type { RunItemState } from '../../contract/office/runs.ts';
import { defineTexts } from '../define-texts.ts';

/** The pages of runs (office.md 1). */
export const runTexts = defineTexts({
  title: { de: 'Vorgänge', en: 'Runs' },
  none: {
    de: 'Noch kein Vorgang. Wer ein Konzert absagt oder verlegt oder den Karteninhabern schreibt, sieht hier, wie weit es ist.',
    en: 'No runs yet. When somebody cancels or moves a concert, or writes to its ticket holders, the progress appears here.',
  },
  what: { de: 'Vorgang', en: 'Run' },
  by: { de: 'Begonnen von', en: 'Ordered by' },
  orderedAt: { de: 'Angeordnet', en: 'Ordered' },
  beginsAt: { de: 'Beginnt', en: 'Begins' },
  progress: { de: 'Fortschritt', en: 'Progress' },
  states: { de: 'Zustände', en: 'States' },
  state: { de: 'Zustand', en: 'State' },
  count: { de: 'Anzahl', en: 'Count' },
  failed: { de: 'Gescheitert', en: 'Failed' },
  reason: { de: 'Grund', en: 'Reason' },
  item: { de: 'Bestellung oder Adresse', en: 'Order or address' },
  error: { de: 'Ein Fehler im Shop', en: 'An error in the shop' },
  disputeEnded: {
    de: 'Die Anfechtung ist beendet und nicht verloren',
    en: 'The dispute has ended and is not lost',
  },
  undo: { de: 'Rückgängig', en: 'Undo' },
  start: { de: 'Jetzt beginnen', en: 'Start now' },
  retry: { de: 'Gescheiterte wiederholen', en: 'Retry failed' },
  refresh: { de: 'Aktualisieren', en: 'Refresh' },
  csv: { de: 'Als CSV', en: 'As CSV' },
  notOpen: {
    de: 'Dieser Vorgang hat schon begonnen oder wurde zurückgenommen.',
    en: 'This run has already begun, or has been undone.',
  },
  nothingFailed: {
    de: 'In diesem Vorgang ist nichts mehr gescheitert.',
    en: 'Nothing of this run has failed any longer.',
  },
});

/** States of the items of runs, exact texts of office.md 6. */
export const runItemStateTexts = defineTexts({
  waiting: { de: 'wartet', en: 'waiting' },
  asked: { de: 'wartet auf Antwort', en: 'waiting for an answer' },
  working: { de: 'läuft', en: 'working' },
  'on-its-way': { de: 'unterwegs', en: 'on its way' },
  failed: { de: 'gescheitert', en: 'failed' },
  disputed: { de: 'angefochten', en: 'disputed' },
  refunded: { de: 'erstattet', en: 'refunded' },
  shared: { de: 'geteilt', en: 'shared' },
  donated: { de: 'gespendet', en: 'donated' },
  kept: { de: 'behalten', en: 'kept' },
  nothing: { de: 'ohne Betrag', en: 'nothing to refund' },
  'by-hand': { de: 'von Hand', en: 'by hand' },
  done: { de: 'erledigt', en: 'done' },
} satisfies Record<RunItemState, { de: string; en: string }>);
