import { useRef } from 'react';

/** A button, large enough for gloves. The second half of a double tap on another one, whose place it took, is not meant. */
export function Key({
  isMain = false,
  className = '',
  onClick,
  ...props
}: React.ComponentProps<'button'> & { isMain?: boolean }) {
  const wasTapped = useRef(false);
  return (
    <button
      type="button"
      {...props}
      className={`key ${isMain ? 'key--main' : ''} ${className}`}
      onClick={(event) => {
        if (event.detail > 1 && !wasTapped.current) return;
        wasTapped.current = true;
        onClick?.(event);
      }}
    />
  );
}

/** A field with its label above. */
export function TextField({ label, ...props }: React.ComponentProps<'input'> & { label: string }) {
  return (
    <label className="field">
      {label}
      <input autoComplete="off" spellCheck="false" {...props} />
    </label>
  );
}
