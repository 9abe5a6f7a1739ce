/** A button, large enough for gloves. */
export function Key({
  isMain = false,
  className = '',
  ...props
}: React.ComponentProps<'button'> & { isMain?: boolean }) {
  return (
    <button type="button" {...props} className={`key ${isMain ? 'key--main' : ''} ${className}`} />
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
