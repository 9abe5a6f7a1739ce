import type { z } from 'zod';
import { usualDelivery } from '#contract/delivery.ts';
import { toEuro } from '#contract/fields.ts';
import type { Concert as ConcertOnWire } from '#contract/programme.ts';
import { defineApi } from '../operations/define-api.ts';
import type { Concert, SeasonPictures } from './concert.ts';
import { programmeOperations } from './operations.ts';

const revalidated = { 'cache-control': 'no-cache' };

/** What visitors read of the festival (api.md, Festival, concerts, countries; getSite and getPage are ours). */
export const programmeApi = defineApi(programmeOperations, {
  getFestival: {
    operation: 'festival:read',
    body: (content, { caller }) => ({
      data: {
        name: content.name,
        tagline: content.tagline[caller.language],
        year: content.year,
        start_date_festival: content.startDate ?? null,
        end_date_festival: content.endDate ?? null,
      },
    }),
    headers: revalidated,
  },
  getSite: {
    operation: 'festival:site',
    body: ({ gaps, association, links, season, delivery = usualDelivery, ...site }) => ({
      data: {
        name: site.name,
        short_name: site.shortName,
        short_name_width: site.shortNameWidth,
        tagline: site.tagline,
        claim: site.claim,
        year: site.year,
        start_date_festival: site.startDate,
        end_date_festival: site.endDate,
        gaps,
        association: {
          name: association.name,
          street: association.street,
          postal_code: association.postalCode,
          city: association.city,
          email: association.email,
          phone: association.phone,
        },
        links,
        delivery: {
          total_price: toEuro(delivery.postageCents),
          country_ids: [...delivery.countryIds],
        },
        foreground: site.foreground,
        logo: site.logo && { view_box: site.logo.viewBox, path: site.logo.path },
        german_only: site.isGermanOnly,
        newsletter_label: site.newsletterLabel,
        tax_note: site.taxNote,
        brochure_url: site.brochureUrl,
        terms_version: site.termsVersion,
        season: {
          image_url: season.wide,
          phone_image_url: season.phone,
          phone_rest_image_url: season.phoneRest,
          share_image_url: season.share,
          summits: season.summits.map(toSummitDto),
          phone_summits: season.phoneSummits.map(toSummitDto),
        },
        test_mode: site.isTest,
      },
    }),
    headers: revalidated,
  },
  getPage: {
    operation: 'festival:page',
    input: ({ params }) => params,
    body: ({ logoGroups, ...page }) => ({ data: { ...page, logo_groups: logoGroups } }),
    headers: revalidated,
  },
  listConcerts: {
    operation: 'concert:list',
    body: (concerts) => ({ data: concerts.map(toConcertDto) }),
    headers: revalidated,
  },
  getConcert: {
    operation: 'concert:read',
    input: ({ params }) => params,
    body: (concert) => ({ data: toConcertDto(concert) }),
    headers: revalidated,
  },
  listCountries: {
    operation: 'country:list',
    body: (list) => ({
      data: list.map(({ id, name }) => ({ id, name_de: name.de, name_en: name.en })),
    }),
    headers: { 'cache-control': 'public, max-age=3600' },
  },
});

const toSummitDto = ({ concertId, x, y }: SeasonPictures['summits'][number]) => ({
  concert_id: concertId,
  x,
  y,
});

/** A concert on the wire (api.md, Festival, concerts, countries). */
const toConcertDto = ({
  panorama,
  product,
  ...concert
}: Concert): z.infer<typeof ConcertOnWire> => ({
  id: concert.id,
  title: concert.title,
  subtitle: concert.subtitle,
  introduction: concert.introduction,
  date: concert.date,
  duration_minutes: concert.durationMinutes,
  onsale: concert.isOnSale,
  on_sale_from: concert.onSaleFrom,
  tickets_at_box_office: concert.hasBoxOfficeTickets,
  cancelled_at: concert.cancelledAt,
  postponed_from: concert.postponedFrom,
  notice: concert.notice && { german: concert.notice.de, english: concert.notice.en },
  available_quantity: concert.available,
  is_academy_concert: concert.isAcademy,
  is_long_night: concert.isLongNight,
  location: toLocationDto(concert.location),
  cover_image: { image_url: concert.cover, copyright: concert.copyright },
  share_image_url: concert.shareImage,
  panorama: {
    image_url: panorama.wide,
    phone_image_url: panorama.phone,
    summits: panorama.summits,
    light: panorama.light,
  },
  piecesFrom: concert.piecesFrom,
  concert_information: concert.notes.map(({ id, type, text }) => ({
    id,
    info_type: type,
    info_text: { german: text.de, english: text.en },
  })),
  program: { pieces: concert.pieces.map(toPieceDto) },
  product: product && {
    id: product.id,
    quantity: product.quantity,
    max_per_order: product.maxPerOrder,
    tickets: product.tickets.map(toTicketDto),
  },
});

const toLocationDto = ({ id, slug, venue, description, ...rest }: Concert['location']) => {
  const { accessNote, ...address } = rest;
  return { id, slug, venue, description, access_note: accessNote, ...address };
};

function toPieceDto({ movements, venue, musicians, ...piece }: Concert['pieces'][number]) {
  const { id, title, opus, tonality, catalogueNo, composer } = piece;
  return {
    id,
    title,
    opus,
    tonality,
    catalogue_no: catalogueNo,
    composer,
    movements,
    interval_after: piece.hasIntervalAfter,
    venue,
    musicians: musicians?.map((musician) => ({
      id: musician.id,
      full_name: musician.name,
      instrument: {
        description_german: musician.instrument.de,
        description_english: musician.instrument.en,
      },
    })),
  };
}

const toTicketDto = (ticket: NonNullable<Concert['product']>['tickets'][number]) => ({
  id: ticket.id,
  product_variation_id: ticket.id,
  price: toEuro(ticket.priceCents),
  max_per_order: ticket.maxPerOrder,
  available: ticket.available,
  only_with: ticket.onlyWith,
  name_german: ticket.name.de,
  name_english: ticket.name.en,
  note_german: ticket.note.de,
  note_english: ticket.note.en,
});
