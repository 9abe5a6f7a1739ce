import { listTexts } from '#messages/office/orders.ts';
import { useTexts } from '../platform/use-frame.ts';

interface FilterButtonsProps {
  /** The path of the list as CSV; undefined: it has none, or the reader has no right to it. */
  csv?: string | undefined;
}

/** The buttons of a list's filters: show the result, or export it as CSV (office.md 1, Lists). */
export function FilterButtons({ csv }: FilterButtonsProps) {
  const texts = useTexts(listTexts);
  return (
    <div className="office-buttons">
      <button className="button button--primary">{texts.apply}</button>
      {csv !== undefined && (
        <>
          <button className="button button--line" formAction={csv}>
            {texts.asCsv}
          </button>
          <label className="office-check">
            <input type="checkbox" name="bom" value="1" /> {texts.forExcel}
          </label>
        </>
      )}
    </div>
  );
}
