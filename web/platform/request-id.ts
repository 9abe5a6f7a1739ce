import { createContext } from 'react';

/** The request id in the log and in `x-request-id`, while the server renders a page; '' in the browser. */
export const RequestIdContext = createContext('');
