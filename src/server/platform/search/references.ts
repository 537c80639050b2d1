/**
 * Returns the digits of the first reference, such as P-1001 with the prefix `P`, in a typed or copied text: the subject
 * of an email, or a line of an invoice. Undefined without one.
 */
export const referenceIn = (typed: string, prefix: string): string | undefined =>
  new RegExp(`(?<![\\p{L}\\p{N}])${prefix}-(\\d{1,9})(?![\\p{L}\\p{N}])`, 'iu').exec(typed)?.[1]
