import { frameTexts } from '#messages/office/frame.ts';
import { officeContext } from '../platform/office-context.ts';
import { useTexts } from '../platform/use-frame.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/today-page';

export function loader({ context }: Route.LoaderArgs) {
  void context.get(officeContext).staff;
  return null;
}

/** The first page (office.md 4). */
export default function TodayPage() {
  const texts = useTexts(frameTexts);
  return <OfficeTitle title={texts.today} />;
}
