import { frameTexts } from '#messages/office/frame.ts';
import { officeContext } from '../platform/office-context.ts';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/staff-page';

export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(officeContext).query('staff:list', {});
}

/** Everybody who may sign in (office.md 2.10). */
export default function StaffPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(frameTexts);
  return (
    <>
      <OfficeTitle title={texts.staff} />
      <ul>
        {loaderData.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}
