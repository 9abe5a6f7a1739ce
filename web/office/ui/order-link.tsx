/** An order's number, which stays on one line and links to the order. */
export function OrderLink({ no }: { no: string }) {
  return (
    <a className="office-word" href={`/office/orders/${no}`}>
      {no}
    </a>
  );
}
