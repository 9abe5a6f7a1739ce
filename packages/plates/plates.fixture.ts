import type { PlateConcert } from './plate.ts';

/** A concert with its date, for tests and the contact sheet. */
export interface SampleConcert extends PlateConcert {
  title: string;
  /** 'YYYY-MM-DD'. */
  date: string;
}

function work(composerBorn: number | null, ...titles: string[]): PlateConcert['pieces'][number] {
  return { composerBorn, movements: titles.map((title) => ({ title })) };
}

/** Eleven programmes that use nine of the ten lights. */
export const SAMPLE_CONCERTS: SampleConcert[] = [
  {
    id: 1,
    title: 'Auftakt im Fels',
    date: '2025-08-08',
    time: '19:30',
    venue: 'church',
    isLongNight: false,
    key: 'Es-Dur',
    pieces: [
      work(1685, '[Allegro]', 'Adagio', 'Allegro'),
      work(
        1809,
        'Allegro moderato, ma con fuoco',
        'Andante',
        'Scherzo. Allegro leggierissimo',
        'Presto',
      ),
    ],
  },
  {
    id: 2,
    title: 'Matinee der Bücher',
    date: '2025-08-09',
    time: '11:00',
    venue: 'refectory',
    isLongNight: false,
    key: 'G-Dur',
    pieces: [
      work(1685, 'Prélude', 'Allemande', 'Courante', 'Sarabande', 'Menuett I/II', 'Gigue'),
      work(1923, 'Dialogo. Adagio, rubato, cantabile', 'Capriccio. Presto con slancio'),
    ],
  },
  {
    id: 3,
    title: 'Junge Stimmen I',
    date: '2025-08-18',
    time: '17:00',
    venue: 'cloister',
    isLongNight: false,
    key: 'C-Dur',
    pieces: [
      work(1732, 'Allegro', 'Poco adagio, cantabile', 'Menuett. Allegro', 'Finale. Presto'),
      work(1875, 'Allegro moderato', 'Assez vif', 'Très lent', 'Vif et agité'),
    ],
  },
  {
    id: 4,
    title: 'Die schöne Müllerin',
    date: '2025-08-20',
    time: '19:30',
    venue: 'refectory',
    isLongNight: false,
    key: 'B-Dur',
    pieces: [
      work(
        1797,
        'Das Wandern',
        'Wohin?',
        'Danksagung an den Bach',
        'Ungeduld',
        'Der Jäger',
        'Die liebe Farbe',
        'Des Baches Wiegenlied',
      ),
    ],
  },
  {
    id: 5,
    title: 'Stabat mater',
    date: '2025-08-21',
    time: '19:30',
    venue: 'church',
    isLongNight: false,
    key: 'h-Moll',
    pieces: [
      work(1685, 'Kyrie eleison', 'Christe eleison', 'Kyrie eleison'),
      work(1935, 'Stabat Mater'),
      work(1893, 'Pie Jesu'),
    ],
  },
  {
    id: 6,
    title: 'Goldberg',
    date: '2025-08-22',
    time: '19:30',
    venue: 'barn',
    isLongNight: false,
    key: 'G-Dur',
    pieces: [
      work(
        1685,
        'Aria',
        'Variatio 5',
        'Variatio 13. Andante',
        'Variatio 15. Andante',
        'Variatio 16. Ouverture',
        'Variatio 25. Adagio',
        'Variatio 29. Presto',
        'Aria da capo',
      ),
    ],
  },
  {
    id: 7,
    title: 'Böhmen, weit fort',
    date: '2025-08-23',
    time: '19:30',
    venue: 'barn',
    isLongNight: false,
    key: 'A-Dur',
    pieces: [
      work(
        1854,
        'Adagio – Con moto',
        'Con moto',
        'Con moto – Vivo – Andante',
        'Con moto – (Adagio) – Più mosso',
      ),
      work(1881, 'Verbunkos. Moderato, ben ritmato', 'Pihenő. Lento', 'Sebes. Allegro vivace'),
      work(
        1841,
        'Allegro, ma non tanto',
        'Dumka. Andante con moto',
        'Scherzo (Furiant). Molto vivace',
        'Finale. Allegro',
      ),
    ],
  },
  {
    id: 8,
    title: 'Junge Stimmen II',
    date: '2025-08-24',
    time: '17:00',
    venue: 'cloister',
    isLongNight: false,
    key: 'e-Moll',
    pieces: [
      work(
        1809,
        'Allegro assai appassionato',
        'Scherzo. Allegro di molto',
        'Andante',
        'Presto agitato',
      ),
      work(1882, 'Moderato, dolce e tranquillo', 'Vivace, scherzando', 'Lento'),
    ],
  },
  {
    id: 9,
    title: 'Clara, Robert, Johannes',
    date: '2025-08-26',
    time: '19:30',
    venue: 'refectory',
    isLongNight: false,
    key: 'g-Moll',
    pieces: [
      work(1819, 'Allegro moderato', 'Scherzo', 'Andante', 'Allegretto'),
      work(1810, 'Langsam', 'Rasch und feurig'),
      work(1833, 'Allegro con brio', 'Scherzo. Allegro molto', 'Adagio', 'Allegro'),
    ],
  },
  {
    id: 10,
    title: 'Jupiter',
    date: '2025-08-28',
    time: '19:30',
    venue: 'church',
    isLongNight: false,
    key: 'C-Dur',
    pieces: [
      work(1756, 'Allegro vivace', 'Andante cantabile', 'Menuetto. Allegretto', 'Molto allegro'),
      work(1770, 'Allegro con brio', 'Largo', 'Rondo. Allegro'),
    ],
  },
  {
    id: 11,
    title: 'Lange Nacht der Musik',
    date: '2025-08-29',
    time: '18:00',
    venue: 'everywhere',
    isLongNight: true,
    key: 'cis-Moll',
    pieces: [
      work(1770, 'Adagio sostenuto', 'Allegretto', 'Presto agitato'),
      work(1797, 'Allegro ma non troppo', 'Adagio', 'Scherzo. Presto', 'Allegretto'),
      work(1756, 'Largo. Molto allegro', 'Adagio', 'Romance', 'Finale. Molto allegro'),
    ],
  },
];
