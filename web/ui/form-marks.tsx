import { useHydrated } from '../platform/use-hydrated.ts';

/**
 * Hidden fields of a form: `key`, from its page's loader, makes a repetition of the same form count once;
 * `live` asks for data instead of a redirect, so that the page stays as it is (platform/form-data.server.ts).
 */
export function FormMarks({ formKey }: { formKey?: string | undefined }) {
  const isHydrated = useHydrated();
  return (
    <>
      {/* not restored on going back: a used key would repeat the old response */}
      {formKey && <input type="hidden" name="key" value={formKey} autoComplete="off" />}
      {isHydrated && <input type="hidden" name="live" value="1" />}
    </>
  );
}
