import { languages, type Language } from '#contract/language.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { fileTexts } from '#messages/office/files.ts';
import { defineRead } from '../operations/define.ts';
import { Problem } from '../platform/problem.ts';
import { readPersonKey } from '../platform/security/signed-tokens.ts';
import { describePersonalData } from './describe-personal-data.ts';
import { drawOnDemand } from './draw-on-demand.ts';
import type { OfficePdf } from './operations.ts';
import { toSeller } from './to-document-data.ts';

interface PersonPdfInput {
  key: string;
  /** What `person:export` has given, with its audit entry. */
  data: Record<string, unknown>;
}

/** The data of a person as a PDF in the person's language (Art. 15 GDPR). */
export const personPdfReads = {
  'person:pdf': defineRead(
    adminAndOffice,
    async ({ deps, caller }, { key, data }: PersonPdfInput): Promise<OfficePdf> => {
      const email = readPersonKey(deps.tokens, key);
      if (email === null) throw new Problem('not_found');
      const language = findLanguage(data) ?? caller.language;
      const bytes = await drawOnDemand({
        kind: 'personal-data',
        letter: {
          language,
          seller: toSeller(deps.festival.content(), language),
          email,
          madeAt: new Date().toISOString(),
          privacyUrl: `${deps.publicUrl()}/${language}/privacy`,
          parts: describePersonalData(data, language),
        },
      });
      return { bytes, filename: `${fileTexts.person[caller.language]}.pdf` };
    },
  ),
};

/** That of the account, otherwise of the latest order, otherwise of the newsletter. */
function findLanguage(data: Record<string, unknown>): Language | undefined {
  const rows = ['newsletter', 'orders', 'account'].flatMap((part) => data[part] ?? []);
  return rows
    .map((row) => languages.find((each) => each === (row as { language?: unknown }).language))
    .findLast((language) => language !== undefined);
}
