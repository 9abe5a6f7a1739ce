import { pickTexts } from '#messages/define-texts.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { readText } from '../../forms/read-fields.ts';
import type { Office } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';

const saleCommands = ['sale:save', 'sale:start', 'sale:schedule', 'sale:stop'] as const;

/**
 * Runs the command of a concert's sale that the form's button names, with a form that takes it back; null for any other
 * button. `path` is the page that follows.
 */
export async function submitSale(office: Office, form: FormData, path: string, id?: string) {
  const button = readText(form, 'do');
  const command = saleCommands.find((each) => each === button);
  if (command === undefined) return null;
  const isUndo = readText(form, 'undo') !== '';
  const { undone } = pickTexts(concertOfficeTexts, office.language);
  return await submitForm(office, form, {
    command,
    input: { ...flatten(form), ...(id !== undefined && { id, concert: id }), part: 'sale' },
    to: path,
    ...(isUndo && { label: undone }),
    undo: ({ before, undo }) =>
      isUndo
        ? undefined
        : {
            path,
            entries: {
              form: 'undo-sale',
              do: command,
              undo: String(command === 'sale:save' ? before : undo),
            },
          },
  });
}
