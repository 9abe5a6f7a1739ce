import type { ComponentProps } from 'react';
import { FormToken } from '../../forms/form.tsx';

interface ButtonFormProps extends ComponentProps<'button'> {
  /** The page that it posts to; by default, its own. */
  action?: string;
  entries?: Record<string, string | number>;
  isSmall?: boolean;
}

/** A form with one button, and with entries that nobody types. */
export function ButtonForm({ action, entries = {}, isSmall, ...button }: ButtonFormProps) {
  return (
    <form method="post" action={action}>
      <FormToken />
      {Object.entries(entries).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={`button button--line${isSmall ? ' button--small' : ''}`} {...button} />
    </form>
  );
}
