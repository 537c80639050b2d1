/** Most reads in one request of the portal (see docs/decisions/035). */
export const READS_AT_MOST = 20
