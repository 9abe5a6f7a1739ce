import { formTexts } from '#messages/office/forms.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';
import { FormToken } from '../ui/office-form.tsx';

/** The result of the last command, with a form that undoes it where that is possible. */
export function StatusMessage() {
  const { flash, savedEntries } = useFrame();
  const texts = useTexts(formTexts);
  const text = savedEntries === null ? flash?.text : texts.entriesSaved;
  if (text === undefined) return null;
  return (
    <div className="alert alert--success alert--inline office-status">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus, jsx-a11y/prefer-tag-over-role -- the response to a form takes the focus (office.md 13.1) */}
      <p role="status" tabIndex={-1} autoFocus>
        {text}
      </p>
      {flash?.undo && (
        <form method="post" action={flash.undo.path}>
          <FormToken />
          {Object.entries(flash.undo.entries).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="button button--line button--small">{texts.undo}</button>
        </form>
      )}
    </div>
  );
}
