import { redirect } from 'react-router';

/** /auth has no page of its own (product.md 2). */
export const loader = () => redirect('/auth/login');
