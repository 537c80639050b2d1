/**
 * Returns what was typed into a field while its text was being sent: the part behind the sent text, or all of it if the
 * sent text was edited.
 */
export const getTypedSince = (sent: string, now: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now
