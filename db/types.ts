/** Every table of the database, as the query builder sees it. */
export interface Database {}
