import { useRef, useState } from 'react';
import { layoutTexts } from '#messages/layout.ts';
import { useTexts } from '../platform/language.ts';
import { useOnNavigation } from '../platform/use-on-navigation.ts';
import { Icon } from '../ui/icon.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MainMenu } from './main-menu.tsx';

/** The menu of small screens: a modal dialog, so focus stays inside and Esc closes it. */
export function PhoneMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const texts = useTexts(layoutTexts);
  useOnNavigation(() => dialog.current?.close());
  return (
    <>
      <button
        type="button"
        className="icon-button site-header__burger"
        aria-label={texts.openMenu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          dialog.current?.showModal();
          setOpen(true);
        }}
      >
        <Icon name="menu" />
      </button>
      <dialog
        ref={dialog}
        className="phone-menu"
        aria-label={texts.mainMenu}
        onClose={() => setOpen(false)}
      >
        <button
          type="button"
          className="icon-button phone-menu__close"
          aria-label={texts.closeMenu}
          onClick={() => dialog.current?.close()}
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
