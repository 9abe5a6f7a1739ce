import { useRef, useState, type MouseEvent } from 'react';
import { layoutTexts } from '#messages/layout.ts';
import { useTexts } from '../platform/language.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useOnNavigation } from './navigation-effects.tsx';
import { Icon } from '../ui/icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MainMenu } from './main-menu.tsx';

/**
 * The menu of small screens: a popover, so that it works without scripts. Hydrated pages open it as a modal
 * dialog, which keeps the focus inside.
 */
export function PhoneMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  const texts = useTexts(layoutTexts);
  const show = (event: MouseEvent) => {
    event.preventDefault();
    dialog.current?.showModal();
    setOpen(true);
  };
  const hide = () => {
    // before hydration it opened as a popover
    if (dialog.current?.open) dialog.current.close();
    else dialog.current?.hidePopover();
  };
  useOnNavigation(hide);
  return (
    <>
      <button
        type="button"
        className="icon-button site-header__burger"
        aria-label={texts.openMenu}
        aria-haspopup="dialog"
        aria-expanded={isHydrated ? isOpen : undefined}
        popoverTarget="phone-menu"
        onClick={show}
      >
        <Icon name="menu" />
      </button>
      <dialog
        ref={dialog}
        id="phone-menu"
        popover="auto"
        className="phone-menu"
        aria-label={texts.mainMenu}
        onClose={() => setOpen(false)}
      >
        <button
          type="button"
          className="icon-button phone-menu__close"
          aria-label={texts.closeMenu}
          popoverTarget="phone-menu"
          popoverTargetAction="hide"
          onClick={hide}
        >
          <Icon name="close" />
        </button>
        <nav aria-label={texts.mainMenu}>
          <MainMenu phone />
        </nav>
        <LanguageSwitch />
      </dialog>
    </>
  );
}
