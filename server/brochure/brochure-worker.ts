import { drawBrochure } from './draw-brochure.ts';

/** Called by the threads of brochure-press.ts. */
export default drawBrochure;
