import { Fragment, type ReactNode } from 'react';
import { frameTexts } from '#messages/office/frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/handbook-page';
import { readHandbook, type Block } from './handbook.server.ts';

/** The pictures' addresses by their files. */
const pictures = import.meta.glob<string>('../../../docs/pictures/office-*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
});

export function loader({ context }: Route.LoaderArgs) {
  return readHandbook(context.get(officeContext).language);
}

/** The year of a festival in pictures, for volunteers: docs/handbuch.md, in English running-a-festival.md. */
export default function HandbookPage({ loaderData: { title, blocks } }: Route.ComponentProps) {
  const { help } = useTexts(frameTexts);
  return (
    <>
      <Breadcrumb items={[{ label: help, path: '/office/help' }, { label: title }]} />
      <OfficeTitle title={title} />
      <div className="office-text office-handbook">
        {blocks.map((block, index) => (
          <Fragment key={index}>{renderBlock(block)}</Fragment>
        ))}
      </div>
    </>
  );
}

function renderBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'text':
      return <p>{renderLine(block.text)}</p>;
    case 'picture':
      return <img src={pictures[`../../../docs/pictures/${block.file}`]} alt={block.text} />;
    case 'steps':
      return <ol className="office-steps">{renderItems(block.items)}</ol>;
    case 'points':
      return <ul className="office-steps">{renderItems(block.items)}</ul>;
    case 'table':
      return renderTable(block.rows);
  }
}

const renderItems = (items: string[]) =>
  items.map((item) => <li key={item}>{renderLine(item)}</li>);

/** A table of two columns as a list; its head says what the words say anyway. */
function renderTable([, ...rows]: string[][]): ReactNode {
  return (
    <dl className="office-facts">
      {rows.map(([term = '', ...others]) => (
        <div key={term}>
          <dt>{renderLine(term)}</dt>
          <dd>{others.map(renderLine)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Bold, code and links of a line; links lead to files that are not here, so that their words are enough. */
function renderLine(line: string): ReactNode {
  const parts = line.split(/(\*\*.+?\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/);
  return parts.map((part, index) => {
    const [, bold] = /^\*\*(.+)\*\*$/.exec(part) ?? [];
    const [, code] = /^`(.+)`$/.exec(part) ?? [];
    const [, words] = /^\[([^\]]+)\]\(/.exec(part) ?? [];
    if (bold !== undefined) return <strong key={index}>{bold}</strong>;
    if (code !== undefined) return <code key={index}>{code}</code>;
    return <Fragment key={index}>{words ?? part}</Fragment>;
  });
}
