const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether this can be the id of something: what is in an address may be anything. */
export const isId = (text: string): boolean => ID.test(text)
