/** The ten lights of design.md 6.2, each a set of flat print colours. */
export type LightName =
  | 'alpengluehen'
  | 'firnlicht'
  | 'morgenrosa'
  | 'laerchengold'
  | 'almgruen'
  | 'rosenstunde'
  | 'enzian'
  | 'blaue-stunde'
  | 'mondnacht'
  | 'nebel';

/** Six colours of a plate, the disc of sun or moon, and the walls of houses. All '#RRGGBB'. */
export interface Light {
  sky: string;
  /** Surface and lines of the farthest range. */
  far: string;
  farInk: string;
  /** Rock in the light and rock in the shade. */
  lit: string;
  shade: string;
  ink: string;
  disc: string;
  wall: string;
}

/** The palettes by name. */
export const LIGHTS: Record<LightName, Light> = {
  alpengluehen: palette('#CFE2DE #F1CBBB #C87C6E #F2703D #3F7377 #0F2B2D #FBF4E6 #E98C65'),
  firnlicht: palette('#B9D3DF #DCE9EC #86A9B8 #FFFDF7 #7FA5B3 #12323F #FFF3CF #EEF2F1'),
  morgenrosa: palette('#F6D9C8 #EBB7A6 #B96F60 #FFF4E6 #8AA4AE #17323C #F2703D #FDEDDE'),
  laerchengold: palette('#F3EAD0 #E6D3A0 #B08F45 #EDAE32 #8C5A2B #2B1A0E #FFFDF3 #FAF0D2'),
  almgruen: palette('#E4EBD6 #C3D5B4 #7E9C72 #DDE38B #45704F #10281C #F2703D #DFE59E'),
  rosenstunde: palette('#F3C9BF #E59E95 #A95A5B #FBE6D4 #A34E5F #35121F #FFF4E2 #F9DFCF'),
  enzian: palette('#DFE0EF #B5B8DF #6C71B5 #F7EFE0 #3C4699 #131540 #F2A23C #F1EBE4'),
  'blaue-stunde': palette('#7F9CC4 #6C8BB8 #3F5E92 #E8DCE6 #31508A #0D1B3B #F6EBCF #CECCDE'),
  mondnacht: palette('#16264A #243A66 #5B75A6 #EDE6CC #2F4A7C #060D20 #F4E9C6 #B7B6AC'),
  nebel: palette('#E3E6E3 #CDD3D0 #98A3A0 #FFFFFF #93A09D #1B2423 #F2703D #F8F9F8'),
};

function palette(colours: string): Light {
  const [sky = '', far = '', farInk = '', lit = '', shade = '', ink = '', disc = '', wall = ''] =
    colours.split(' ');
  return { sky, far, farInk, lit, shade, ink, disc, wall };
}

/** Keys in German notation, lower case, grouped along the circle of fifths. */
const KEYS: [LightName, string][] = [
  ['firnlicht', 'c-dur'],
  ['almgruen', 'g-dur f-dur'],
  ['laerchengold', 'd-dur e-dur es-dur'],
  ['alpengluehen', 'a-dur'],
  ['morgenrosa', 'b-dur'],
  ['rosenstunde', 'g-moll h-dur as-dur des-dur ges-dur fis-dur ces-dur cis-dur'],
  ['enzian', 'h-moll fis-moll'],
  ['blaue-stunde', 'd-moll c-moll f-moll'],
  ['mondnacht', 'cis-moll gis-moll dis-moll ais-moll b-moll es-moll as-moll'],
  ['nebel', 'a-moll e-moll'],
];

const LIGHT_OF_KEY = new Map(
  KEYS.flatMap(([light, keys]) => keys.split(' ').map((key) => [key, light] as const)),
);

/** The light of a key in German notation; 'nebel' where there is no key or an unknown one. */
export function lightOf(key: string | null): LightName {
  return LIGHT_OF_KEY.get((key ?? '').trim().toLowerCase()) ?? 'nebel';
}

/** Mixes two '#RRGGBB' colours; `share` is the part of the second, 0 to 1. */
export function blend(first: string, second: string, share: number): string {
  const mixed = [1, 3, 5].map((at) => {
    const a = Number.parseInt(first.slice(at, at + 2), 16);
    const b = Number.parseInt(second.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`.toUpperCase();
}
