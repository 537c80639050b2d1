// Checks the name under a signature. Pure functions without a schema, so that screens can use them directly.

const comparable = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/['’ʼ`.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns whether two names are the same, apart from case, accents, punctuation and spaces. */
export const isSameName = (typed: string, account: string): boolean =>
  comparable(typed) !== '' && comparable(typed) === comparable(account)

/** Returns whether a name can be a full legal name: at least two words of two letters. */
const isFullName = (name: string): boolean =>
  name.split(/\s+/).filter((word) => (word.normalize('NFC').match(/\p{L}/gu)?.length ?? 0) >= 2).length >= 2

/** Returns why a person may not sign under a name, or undefined. `account` is the name of their account. */
export function signerProblem(typed: string, legalName: boolean, account: string): string | undefined {
  if (isSameName(typed, account)) return undefined
  if (!legalName)
    return `This doesn’t match your account name, ${account}. Type that name, or confirm that this is your legal name.`
  return isFullName(typed) ? undefined : 'Type your full legal name: first and last name.'
}
