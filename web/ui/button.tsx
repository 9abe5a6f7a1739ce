import type {
  AnchorHTMLAttributes,
  AriaAttributes,
  ButtonHTMLAttributes,
  MouseEvent,
  ReactNode,
} from 'react';
import { LocalLink, type LocalLinkProps } from '../platform/language.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  /** `primary` means buy or continue: once per view region. */
  kind?: 'primary' | 'line';
  wide?: boolean;
  small?: boolean;
  /** After the words. */
  icon?: IconName;
}

type DressedProps = Look & Pick<AriaAttributes, 'aria-disabled'> & { children?: ReactNode };

const ignorePress = (event: MouseEvent) => event.preventDefault();

/**
 * The props of an element that looks like a button: its class, and the icon after its words. `aria-disabled` keeps
 * the focus and ignores presses: during a submission React Router would only abort the first one, which the server has.
 */
function dress<Props extends DressedProps>(props: Props) {
  const { kind = 'primary', wide, small, icon, children, ...rest } = props;
  const names = ['button', `button--${kind}`, wide && 'button--wide', small && 'button--small'];
  return {
    ...rest,
    ...(props['aria-disabled'] && { onClick: ignorePress }),
    className: names.filter(Boolean).join(' '),
    children: (
      <>
        {children}
        {icon && <Icon name={icon} />}
      </>
    ),
  };
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>;

/** A button; `type="button"` by default. */
export const Button = (props: ButtonProps) => <button type="button" {...dress(props)} />;

type ButtonLinkProps = Look & LocalLinkProps;

/** A link that looks like a button, to a path of the site. */
export const ButtonLink = (props: ButtonLinkProps) => <LocalLink {...dress(props)} />;

type ButtonAnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link that looks like a button, to a file or another site. */
export function ButtonAnchor(props: ButtonAnchorProps) {
  const { children, ...rest } = dress(props);
  return <a {...rest}>{children}</a>;
}
