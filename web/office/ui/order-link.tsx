/** An order's number, which stays on one line and links to the order. */
export function OrderLink({ no, id }: { no: string; id?: string }) {
  return (
    <a className="office-word" id={id} href={`/office/orders/${no}`}>
      {no}
    </a>
  );
}
