/** The five lines that open a section; with a word they frame the interval. */
export function StaveRule({ word }: { word?: string }) {
  if (word === undefined) return <div className="stave" aria-hidden="true" />;
  return (
    <p className="stave-word">
      <em>{word}</em>
    </p>
  );
}
