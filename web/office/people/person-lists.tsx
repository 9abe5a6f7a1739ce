import type { ReactNode } from 'react';
import { formatMoney } from '#contract/format.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { MailStateLabel, useMailKind } from '../mails/mail-labels.tsx';
import { OrderStateLabel, OrderLink } from '../ui/order-link.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Section } from '../ui/section.tsx';
import { useMoment } from '../ui/breakable-text.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type PersonDto = OutputOf<'people:get'>;

/** Orders, newsletter, messages and mails of a person. */
export function PersonLists({ person }: { person: PersonDto }) {
  const texts = useTexts(peopleTexts);
  const language = useLanguage();
  const moment = useMoment();
  return (
    <>
      <ListSection id="orders" title={texts.orders} isEmpty={person.orders.length === 0}>
        <DataTable
          caption={texts.orders}
          rows={person.orders}
          keyOf={({ orderNo }) => orderNo}
          columns={[
            {
              label: texts.number,
              cell: ({ orderNo }) => <OrderLink no={orderNo} />,
              isShort: true,
            },
            { label: texts.time, cell: ({ createdAt }) => moment(createdAt), isShort: true },
            {
              label: texts.total,
              isNumber: true,
              cell: ({ amountCents }) => formatMoney(amountCents, language),
            },
            { label: texts.state, cell: ({ state }) => <OrderStateLabel state={state} /> },
          ]}
        />
      </ListSection>
      <ListSection id="newsletter" title={texts.newsletter} isEmpty={person.newsletter === null}>
        <p>{newsletterText(person.newsletter, texts)}</p>
      </ListSection>
      <ListSection id="messages" title={texts.messages} isEmpty={person.messages.length === 0}>
        <ul className="office-links">
          {person.messages.map(({ id, subject, createdAt }) => (
            <li key={id}>
              <a href={`/office/messages/${id}`}>{subject}</a>, {moment(createdAt)}
            </li>
          ))}
        </ul>
      </ListSection>
      <PersonMails mails={person.mails} />
    </>
  );
}

interface ListSectionProps {
  id: string;
  title: string;
  isEmpty: boolean;
  children: ReactNode;
}

function ListSection({ id, title, isEmpty, children }: ListSectionProps) {
  const { none } = useTexts(peopleTexts);
  return (
    <Section id={id} title={title}>
      {isEmpty ? <p>{none}</p> : children}
    </Section>
  );
}

function newsletterText(
  newsletter: PersonDto['newsletter'],
  texts: { off: string; byEmail: string; byPost: string },
): string {
  const ways = [newsletter?.isEmail && texts.byEmail, newsletter?.isPostal && texts.byPost];
  return ways.filter((each) => typeof each === 'string').join(', ') || texts.off;
}

function PersonMails({ mails }: { mails: PersonDto['mails'] }) {
  const texts = useTexts(peopleTexts);
  const nameOf = useMailKind();
  const moment = useMoment();
  return (
    <ListSection id="mails" title={texts.mails} isEmpty={mails.length === 0}>
      <DataTable
        caption={texts.mails}
        rows={mails}
        keyOf={({ id }) => id}
        columns={[
          {
            label: texts.kind,
            cell: ({ id, kind }) => <a href={`/office/mails/${id}`}>{nameOf(kind)}</a>,
          },
          { label: texts.time, cell: ({ createdAt }) => moment(createdAt), isShort: true },
          {
            label: texts.state,
            cell: (mail) => <MailStateLabel mail={mail} />,
            isShort: true,
          },
        ]}
      />
    </ListSection>
  );
}
