// Names and limits of the module. Pure.

export const MAKE_DOCUMENT = 'documents.make'
/** Attempts before a document is marked as failed. */
export const TRIES = 3
/** A document without progress for this many seconds is started again when it is requested. */
export const DEAD_SECONDS = 120
/** Days that a document is kept after it was made or failed, once there is a newer one of the same subject. */
export const KEPT_DAYS = 30
export type MakeData = { companyId: string; documentId: string }
