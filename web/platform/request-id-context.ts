import { createContext } from 'react';

/** Names the request in the log, after the message of a page that fails; '' in the browser, which does not know it. */
export const RequestIdContext = createContext('');
