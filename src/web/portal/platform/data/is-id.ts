const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns whether the text has the form of an id. An address can contain anything. */
export const isId = (text: string): boolean => ID.test(text)

/** Returns whether the text has the form of a ticket number, such as T-1077. */
export const isTicketNumber = (text: string): boolean => /^T-[1-9]\d{0,8}$/i.test(text)
