/** The entries of a new concert's details. */
export const concertDetails = {
  slug: 'serenade',
  title_de: 'Serenade',
  title_en: 'Serenade',
  subtitle_de: 'Im Kreuzgang',
  subtitle_en: 'In the cloister',
  introduction_de: 'Ein Abend.',
  introduction_en: 'One evening.',
  start_day: '2025-08-23',
  start_time: '21:00',
  venue: 'cloister',
};

/** The entries of its programme: one performer, one work. */
export const concertProgramme = {
  'performer-1-name': 'Agnes Rákosfalvi',
  'performer-1-instrument': 'piano',
  'piece-1-composer': 'bach',
  'piece-1-title_de': 'Aria',
  'piece-1-title_en': 'Aria',
  'piece-1-lang': 'it',
  'piece-1-movements': 'Andante\r\ncs: Dumka',
};
