/**
 * The content security policy of files that people sent: nothing in them may run with our origin, load or be framed.
 */
export const FILE_POLICY = "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
