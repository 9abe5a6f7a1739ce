import { menuPaths, mayOpen, type MenuPath } from '#contract/office/screens.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

/** The screens of the first level that this person may open; on a phone they fold. */
export function Menu() {
  const { staff, path } = useFrame();
  const texts = useTexts(frameTexts);
  if (staff === null) return null;
  const labels: Record<MenuPath, string> = {
    '/office': texts.today,
    '/office/orders': texts.orders,
    '/office/dispatch': texts.dispatch,
    '/office/people': texts.people,
    '/office/newsletter': texts.newsletter,
    '/office/messages': texts.messages,
    '/office/mails': texts.mails,
    '/office/health': texts.health,
    '/office/staff': texts.staff,
    '/office/audit': texts.audit,
    '/office/account': texts.account,
  };
  const current = path.split('?')[0] ?? '';
  const shown = menuPaths.filter((each) => mayOpen(staff.role, each));
  const links = (
    <ul>
      {shown.map((each) => (
        <li key={each}>
          <a href={each} aria-current={isCurrent(each, current) ? 'page' : undefined}>
            {labels[each]}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className="office-menu" aria-label={texts.office}>
      <details className="office-menu__phone">
        <summary>{texts.menu}</summary>
        {links}
      </details>
      <div className="office-menu__wide">{links}</div>
    </nav>
  );
}

/** Pages below a screen of the first level belong to it. */
function isCurrent(menuPath: string, current: string): boolean {
  if (menuPath === '/office') return current === '/office';
  return current === menuPath || current.startsWith(`${menuPath}/`);
}
