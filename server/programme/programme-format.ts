// The association's interface: the format of a programme folder, or of one file (docs/your-own-festival.md).
import { z } from 'zod';
import { both, slug } from './text-format.ts';
import { ComposerFormat, ConcertFormat, TicketTypeFormat, VenueFormat } from './concert-format.ts';
import { FestivalFormat, LegalFormat } from './festival-format.ts';

/** The whole programme: one file with these keys, or a folder with a file per key. */
export const ProgrammeFormat = z
  .strictObject({
    /** festival.yaml */
    festival: FestivalFormat,
    /** venues.yaml: venues by slug. */
    venues: z.record(slug, VenueFormat),
    /** composers.yaml: composers by slug. */
    composers: z.record(slug, ComposerFormat),
    /** instruments.yaml: instruments by slug. */
    instruments: z.record(slug, both),
    /** ticket-types.yaml: ticket types by slug. */
    ticketTypes: z.record(slug, TicketTypeFormat),
    /** concerts/*.yaml, in any order. */
    concerts: z.array(ConcertFormat).min(1),
    /** legal/imprint.yaml, terms.yaml, privacy.yaml, accessibility.yaml */
    legal: LegalFormat,
  })
  .superRefine(checkReferences);

export type Programme = z.output<typeof ProgrammeFormat>;
export type ProgrammeConcert = Programme['concerts'][number];
export type ProgrammePiece = ProgrammeConcert['pieces'][number];
export type ProgrammeVenue = Programme['venues'][string];

/** Content of the table `festival` (jsonb). */
export type FestivalContent = Programme['festival'] & { legal: Programme['legal'] };

type Draft = Pick<
  Programme,
  'festival' | 'venues' | 'composers' | 'instruments' | 'ticketTypes' | 'concerts'
>;

/** A programme that cannot be read or loaded. The message is for its author. */
export class ProgrammeError extends Error {
  override readonly name = 'ProgrammeError';
}

/** Checks that everything a concert refers to exists, that its slug is unique and its date within the festival. */
function checkReferences(programme: Draft, context: z.RefinementCtx): void {
  const { festival, venues, composers, instruments, ticketTypes } = programme;
  const slugs = new Set<string>();
  programme.concerts.forEach((concert, index) => {
    const report = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path: ['concerts', index, ...path], message });

    if (slugs.has(concert.slug)) report(['slug'], `“${concert.slug}” is another concert's, too`);
    slugs.add(concert.slug);
    const date = concert.start.slice(0, 10);
    const { startDate = date, endDate = date } = festival;
    if (date < startDate || date > endDate)
      report(['start'], `is not between ${startDate} and ${endDate}`);
    if (!(concert.venue in venues)) report(['venue'], `“${concert.venue}” is not in venues`);
    for (const [name, { instrument }] of Object.entries(concert.musicians)) {
      if (!(instrument in instruments))
        report(['musicians', name], `“${instrument}” is not in instruments`);
    }
    for (const type of Object.keys(concert.sale?.prices ?? {})) {
      if (!(type in ticketTypes))
        report(['sale', 'prices', type], `“${type}” is not in ticket types`);
    }
    concert.pieces.forEach((piece, number) => {
      if (!(piece.composer in composers))
        report(['pieces', number, 'composer'], `“${piece.composer}” is not in composers`);
      if (piece.venue !== undefined && !(piece.venue in venues))
        report(['pieces', number, 'venue'], `“${piece.venue}” is not in venues`);
      for (const name of piece.playedBy ?? []) {
        if (!(name in concert.musicians))
          report(['pieces', number, 'playedBy'], `“${name}” is not among the concert's musicians`);
      }
    });
  });
}
