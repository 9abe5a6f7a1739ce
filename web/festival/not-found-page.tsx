import { data } from 'react-router';
import { NotFound } from '../layout/not-found.tsx';

/** The page answers 404 itself (clarifications.md, Pages). */
export const loader = () => data(null, { status: 404 });

export default NotFound;
