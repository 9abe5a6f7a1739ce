import { data } from 'react-router';
import { NotFound } from '../layout/error-page.tsx';

/** The page itself responds 404 (product.md 2). */
export const loader = () => data(null, { status: 404 });

export default NotFound;
