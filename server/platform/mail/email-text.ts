import type { Email, EmailSender } from './email.ts';

/** The letter as plain text: everything the HTML says, in the same order. */
export function emailText(letter: Email, sender: EmailSender): string {
  const blocks = [
    `${letter.heading}\n${'='.repeat(Math.min(letter.heading.length, 72))}`,
    ...letter.paragraphs,
    quoted(letter.quote),
    letter.button && `${letter.button.label}:\n${letter.button.url}`,
    ...(letter.sections ?? []).map(sectionText),
    letter.facts?.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    letter.links?.map((link) => `${link.label}:\n${link.url}`).join('\n\n'),
    ...(letter.smallPrint ?? []),
    // the mark under which mail programs look for a signature
    ['-- ', ...sender.addressLines, sender.email, sender.siteUrl].join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function quoted(quote: string | undefined): string | undefined {
  return quote?.replaceAll(/^/gm, '> ');
}

function sectionText(section: NonNullable<Email['sections']>[number]): string {
  const link = section.link ? [`${section.link.label}: ${section.link.url}`] : [];
  return [section.heading, ...section.lines, ...link].join('\n');
}
