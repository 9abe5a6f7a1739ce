import type { Email, EmailSender } from './email.ts';

/** Renders an email as plain text, with the same content as the HTML. */
export function renderEmailText(email: Email, sender: EmailSender): string {
  const blocks = [
    `${email.heading}\n${'='.repeat(Math.min(email.heading.length, 72))}`,
    ...email.paragraphs,
    quoted(email.quote),
    email.button && `${email.button.label}:\n${email.button.url}`,
    ...(email.sections ?? []).map(sectionText),
    email.facts?.map((fact) => `${fact.label}: ${fact.value}`).join('\n'),
    email.links?.map((link) => `${link.label}:\n${link.url}`).join('\n\n'),
    ...(email.smallPrint ?? []),
    // mail programs recognize a signature by this line
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
