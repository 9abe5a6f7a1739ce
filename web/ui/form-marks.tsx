/**
 * Hidden fields of a form: `key`, from its page's loader, makes repeated submissions count once;
 * `live` asks for data instead of a redirect, so that the page stays as it is (platform/form-data.server.ts).
 */
export function FormMarks({ formKey }: { formKey?: string | undefined }) {
  return (
    <>
      {/* not restored on back navigation: a used key would repeat the old response */}
      {formKey && <input type="hidden" name="key" value={formKey} autoComplete="off" />}
      {/* sent as soon as React handles the form, which is before useHydrated */}
      <input type="hidden" name="live" value="1" disabled ref={enable} autoComplete="off" />
    </>
  );
}

function enable(field: HTMLInputElement | null): void {
  if (field !== null) field.disabled = false;
}
