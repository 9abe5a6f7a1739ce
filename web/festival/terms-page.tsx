import { useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { festivalTexts } from '#messages/festival.ts';
import { useTexts } from '../platform/language.ts';
import { apiContext } from '../platform/server-context.ts';
import { LegalPage } from './legal-page.tsx';
import { findPage } from '../platform/page-texts.ts';

export const loader = ({ context }: LoaderFunctionArgs) =>
  findPage(context.get(apiContext).api, 'terms');

export default function TermsPage() {
  const texts = useTexts(festivalTexts);
  return <LegalPage title={texts.terms} page={useLoaderData<typeof loader>()} />;
}
