// Limits of attachments. The browser checks them too, without loading the schemas. `receive-mail.ts` has the limit of an
// email with its attachments.

/** Largest upload in MB of 1,048,576 bytes. */
export const MAX_FILE_MB = 25
/** Largest upload in bytes. */
export const MAX_FILE_BYTES: number = MAX_FILE_MB * 1024 * 1024
/** Maximum number of files on one message. */
export const MAX_FILES = 20
