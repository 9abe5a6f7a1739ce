import type { Role } from '#contract/office/staff.ts';
import { frameTexts, roleTexts } from '#messages/office/frame.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { listPaths, menuPaths, mayOpen, type MenuPath } from '#contract/office/screens.ts';
import { ButtonForm } from '../ui/button-form.tsx';

/** Festival, person, search for orders, language, sign-out. */
export function OfficeHeader() {
  const { festival, staff, language, path } = useFrame();
  const texts = useTexts(frameTexts);
  const { signOut } = useTexts(staffTexts);
  const roleName = useRoleName();
  if (staff === null) return null;
  const maySearch = staff.role === 'admin' || staff.role === 'office';
  return (
    <header>
      <DemoNote />
      <div className="office-header">
        <a className="office-header__festival" href="/office">
          {festival}
        </a>
        {maySearch && <OrderSearch />}
        <div className="office-header__person">
          <a href="/office/account">
            {staff.name}, {roleName(staff.role)}
          </a>
          <form method="post" action="/office/language">
            <input type="hidden" name="to" value={path} />
            <button
              className="button button--line button--small"
              name="language"
              value={language === 'de' ? 'en' : 'de'}
              lang={language === 'de' ? 'en' : 'de'}
            >
              {texts.otherLanguage}
            </button>
          </form>
          <ButtonForm action="/office/sign-out" isSmall>
            {signOut}
          </ButtonForm>
        </div>
      </div>
    </header>
  );
}

/** Redirects to the matching orders, or straight to an exact match. */
function OrderSearch() {
  const texts = useTexts(frameTexts);
  return (
    <form
      className="office-header__search"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- older browsers do not support the `search` element
      role="search"
      aria-label={texts.findOrder}
      action="/office/orders"
      method="get"
    >
      <label htmlFor="find-order">{texts.findOrder}</label>
      <input id="find-order" className="field__input" type="search" name="q" />
      <button className="button button--line button--small">{texts.find}</button>
    </form>
  );
}

/** The name of a role in the reader's language. */
export function useRoleName(): (role: Role) => string {
  const texts = useTexts(roleTexts);
  return (role) => texts[role];
}

type FrameTexts = ReturnType<typeof useTexts<typeof frameTexts>>;

const labelsOf = (texts: FrameTexts): Record<MenuPath, string> => ({
  '/office': texts.today,
  '/office/concerts': texts.concerts,
  '/office/orders': texts.orders,
  '/office/dispatch': texts.dispatch,
  '/office/door': texts.door,
  '/office/people': texts.people,
  '/office/newsletter': texts.newsletter,
  '/office/messages': texts.messages,
  '/office/mails': texts.mails,
  '/office/venues': texts.venues,
  '/office/composers': texts.composers,
  '/office/instruments': texts.instruments,
  '/office/ticket-types': texts['ticket-types'],
  '/office/notice': texts.notice,
  '/office/runs': texts.runs,
  '/office/programme': texts.programme,
  '/office/reports': texts.reports,
  '/office/health': texts.health,
  '/office/staff': texts.staff,
  '/office/audit': texts.audit,
  '/office/account': texts.account,
});

/** The screens of the first level that this person may open; on a phone they fold. */
export function Menu() {
  const { staff, path } = useFrame();
  const texts = useTexts(frameTexts);
  if (staff === null) return null;
  const labels = labelsOf(texts);
  const current = path.split('?')[0] ?? '';
  const shown = menuPaths.filter((each) => mayOpen(staff.role, each));
  const link = (each: MenuPath) => (
    <li key={each}>
      <a href={each} aria-current={isCurrent(each, current) ? 'page' : undefined}>
        {labels[each]}
      </a>
    </li>
  );
  const shownLists = shown.filter(isOfLists);
  const links = (
    <ul>
      {shown.map((each) => {
        if (!isOfLists(each)) return link(each);
        if (each !== shownLists[0]) return null;
        return (
          <li key="lists" className="office-menu__group">
            <span>{texts.lists}</span>
            <ul>{shownLists.map(link)}</ul>
          </li>
        );
      })}
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

/** Whether a screen is one of the lists that concerts refer to, which the menu groups. */
const isOfLists = (path: MenuPath) => listPaths.some((each) => each === path);

/** Pages below a screen of the first level belong to it. */
function isCurrent(menuPath: string, current: string): boolean {
  if (menuPath === '/office') return current === '/office';
  return current === menuPath || current.startsWith(`${menuPath}/`);
}

/** Says on every page of a demonstration that nothing here is real. */
export function DemoNote() {
  const { isDemo } = useFrame();
  const { demo } = useTexts(frameTexts);
  if (!isDemo) return null;
  return (
    <p className="office-demo" role="note">
      {demo}
    </p>
  );
}
