import { useEffect, useState } from 'react';
import { useActionData } from 'react-router';
import type { Refused } from '../../forms/use-form.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { BreakableText } from './breakable-text.tsx';

interface OfficeTitleProps {
  /** The page's h1. */
  title: string;
  /** Titles of the pages above it, the nearest first: of a concert or an order. */
  below?: string | undefined;
}

/** The only `h1` of a page and the document's title (office.md 1, Language), then why its form was refused. */
export function OfficeTitle({ title, below }: OfficeTitleProps) {
  const { festival } = useFrame();
  const { office } = useTexts(frameTexts);
  const first = below === undefined ? title : `${title}, ${below}`;
  return (
    <>
      <title>{[first, office, festival].filter(Boolean).join(' – ')}</title>
      <h1 className="office-title">
        <BreakableText text={title} />
      </h1>
      <ProblemMessage />
    </>
  );
}

/** Why a command was refused, at the top of its page: its form may be gone (office.md 1, HTTP). It takes the focus. */
function ProblemMessage() {
  const message = useActionData<Partial<Refused>>()?.problem?.message;
  // a response that is a file leaves the page as it is
  const [isSent, setIsSent] = useState(false);
  useEffect(() => {
    const onSubmit = () => setIsSent(true);
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, []);
  if (message === undefined || isSent) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the response to a form takes the focus (office.md 13.1)
    <div className="alert alert--danger alert--inline" role="alert" tabIndex={-1} autoFocus>
      <p>{message}</p>
    </div>
  );
}

interface BreadcrumbProps {
  /** From the first level on; the page itself comes last, without a path. */
  items: { label: string; path?: string }[];
}

/** The path from the first level to this page. */
export function Breadcrumb({ items }: BreadcrumbProps) {
  const texts = useTexts(frameTexts);
  return (
    <nav className="office-breadcrumb" aria-label={texts.breadcrumb}>
      <ol>
        {items.map(({ label, path }) => (
          <li key={label}>
            {path === undefined ? (
              <span aria-current="page">{label}</span>
            ) : (
              <a href={path}>{label}</a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
