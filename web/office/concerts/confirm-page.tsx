import type { ReactNode } from 'react';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';

interface ConfirmPageProps {
  concert: { id: number; title: string };
  title: string;
  button: string;
  /** What it means. */
  children: ReactNode;
}

/** A page that asks before something is done with a concert. */
export function ConfirmPage({
  concert: { id, title: below },
  title,
  button,
  children,
}: ConfirmPageProps) {
  const texts = useTexts(concertOfficeTexts);
  const path = `/office/concerts/${id}`;
  return (
    <>
      <Breadcrumb
        items={[
          { label: texts.title, path: '/office/concerts' },
          { label: below, path },
          { label: title },
        ]}
      />
      <OfficeTitle title={title} below={below} />
      <FormShell form={useForm('confirm')}>
        {children}
        <div className="office-buttons">
          <button className="button button--danger">{button}</button>
          <a className="button button--line" href={path}>
            {texts.back}
          </a>
        </div>
      </FormShell>
    </>
  );
}
