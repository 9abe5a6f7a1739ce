/** The five-line ridge, whose lines break off one after the other; it comes with the styles, without a network. */
export function BrokenRidge() {
  return <div className="broken-ridge" />;
}
