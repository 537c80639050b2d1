const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as it stands in XML, in an element or in an attribute with double quotes. */
export const xml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
