const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an XML element or an attribute in double quotes. */
export const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
