import type { ButtonHTMLAttributes, AnchorHTMLAttributes } from 'react';
import { LocalLink, type LocalLinkProps } from '../platform/local-link.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  /** `primary` means buy or go on: once per view region. */
  kind?: 'primary' | 'line';
  wide?: boolean;
  small?: boolean;
  /** After the words. */
  icon?: IconName;
}

type LookOrNone = { [Key in keyof Look]: Look[Key] | undefined };

const classOf = ({ kind = 'primary', wide, small }: LookOrNone) =>
  ['button', `button--${kind}`, wide && 'button--wide', small && 'button--small']
    .filter(Boolean)
    .join(' ');

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement>;

/** A button; `type="button"` by default. */
export function Button({
  kind,
  wide,
  small,
  icon,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button type={type} {...rest} className={classOf({ kind, wide, small })}>
      {children}
      {icon && <Icon name={icon} />}
    </button>
  );
}

type ButtonLinkProps = Look & LocalLinkProps;

/** A link that looks like a button, to a path of the site. */
export function ButtonLink({ kind, wide, small, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <LocalLink {...rest} className={classOf({ kind, wide, small })}>
      {children}
      {icon && <Icon name={icon} />}
    </LocalLink>
  );
}

type ButtonAnchorProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

/** A link that looks like a button, to a file or another site. */
export function ButtonAnchor({ kind, wide, small, icon, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={classOf({ kind, wide, small })}>
      {children}
      {icon && <Icon name={icon} />}
    </a>
  );
}
