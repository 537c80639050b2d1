// Names and limits of the module. Pure.

export const MAKE_DOCUMENT = 'documents.make'
/** Attempts before a document is marked as failed. */
export const TRIES = 3
/** A document without progress for this many seconds is started again when it is requested. */
export const DEAD_SECONDS = 120
/** Days that a document is kept after it was made or failed, once there is a newer one of the same subject. */
export const KEPT_DAYS = 30
/** PDFs of one company that may wait at the same time. */
export const WAITING_MAX = 20
/** Seconds after which a refused PDF may be requested again. */
export const RETRY_SECONDS = 10
export type MakeData = { companyId: string; documentId: string }
