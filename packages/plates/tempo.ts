/** How a movement rises: both 0 to 1. */
export interface Tempo {
  height: number;
  /** 0 a dome, 1 a spire. */
  sharpness: number;
}

/** Words at the start of a title that make it slow, whatever follows ('Adagio – Con moto'). */
const SLOW_START =
  /^(adagi|larg|lent|grave|langsam|getragen|sehr langsam|tr[eè]s lent|poco adagio|sostenuto|pihen|lass[uú]|pomalu|volně)/i;

/** From fast to slow; the first that matches decides. Italian, German, French, Hungarian, Czech. */
const TEMPI: [RegExp, Tempo][] = [
  [
    /prest|furiant|agitato|agité|rasch|stürmisch|so schnell|vivacissim|gyors|sebes|friss|furios|tarantell/i,
    { height: 1, sharpness: 0.95 },
  ],
  [
    /viva|vivo|vif|molto allegro|allegro (di )?molto|allegro assai|scherz|leggier|capric|lebhaft|schnell|animé|élevén|élénk|rychle|živě|badinerie|toccata/i,
    { height: 0.9, sharpness: 0.85 },
  ],
  [
    /allegro|con brio|feurig|ungeduld|jäger|gigue|giga|ouvert|frisch|bewegt|mit kraft|marsch|marcia|fug|bourrée|polka|skočná/i,
    { height: 0.8, sharpness: 0.7 },
  ],
  [
    /allegretto|con moto|più mosso|rondo|rondeau|courante|corrente|prélude|präludium|praeludium|wandern|wohin|gloria|sanctus|verbunkos|ländler|walzer|valse|mazur/i,
    { height: 0.66, sharpness: 0.5 },
  ],
  [
    /moderat|modéré|mäßig|menu|minuet|andant|aria|allemande|roman[cz]|christe|agnus|variatio|dumka|canzon|intermezz|ruhig|gemächlich|mérsékelt/i,
    { height: 0.54, sharpness: 0.3 },
  ],
  [
    /adagi|larg|lent|grave|sarabande|langsam|getragen|stabat|pie|kyrie|requiem|wiegen|berceuse|nocturne|notturno|elegi|élégie|choral|farbe|dank|nacht|trauer|litan|lassú|pomalu/i,
    { height: 0.44, sharpness: 0.08 },
  ],
];

/** For titles without a tempo word. */
export const UNKNOWN_TEMPO: Tempo = { height: 0.6, sharpness: 0.5 };

/** Height and sharpness of a summit from the tempo words of a movement's title. */
export function tempoOf(title: string): Tempo {
  const words = title.trim().replace(/^(\[|[ivx]+\.\s*|\d+\.\s*)/i, '');
  if (SLOW_START.test(words)) return { height: 0.44, sharpness: 0.1 };
  return TEMPI.find(([pattern]) => pattern.test(words))?.[1] ?? UNKNOWN_TEMPO;
}
