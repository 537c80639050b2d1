// Names and limits of the room. Pure.

export const MAKE_DOCUMENT = 'documents.make'
/** Tries before somebody is told that it failed. */
export const TRIES = 3
/** A document that shows no sign of life for so long is begun again when it is asked for. */
export const DEAD_SECONDS = 120
/** Days that a document is kept after a newer one of the same thing was made. */
export const KEPT_DAYS = 30
export type MakeData = { companyId: string; documentId: string }
