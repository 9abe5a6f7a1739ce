import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';

interface TicketBarProps {
  form: React.RefObject<HTMLFormElement | null>;
  label: string;
  blocked: boolean;
  count: string;
  sum: string;
}

/** On phones: count, total and the button at the lower edge while the panel is out of sight. */
export function TicketBar({ form, label, blocked, count, sum }: TicketBarProps) {
  const away = useOutOfSight(form);
  if (!away || blocked) return null;
  return (
    <div className="ticket-bar no-print">
      <p>
        <strong>{count}</strong>
        <br />
        <span className="figures">{sum}</span>
      </p>
      <Button type="submit">{label}</Button>
    </div>
  );
}

function useOutOfSight(element: React.RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) =>
      setAway(entry?.isIntersecting === false),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return away;
}
