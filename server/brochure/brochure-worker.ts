import { beThread } from '../platform/be-thread.ts';
import { drawBrochure } from './draw-brochure.ts';

beThread(drawBrochure);
