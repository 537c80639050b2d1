import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { deriveKey, type Secrets, secretsOf } from '../env.ts'

const keyOf = (secret: string, purpose: string) => deriveKey(secret, purpose).toString('hex')
/** Returns an identifier of a secret that reveals nothing about it. */
const nameOf = (secret: string) => deriveKey(secret, 'name of the key').toString('hex').slice(0, 8)

/**
 * Returns text encrypted (XChaCha20-Poly1305) with a key derived from APP_SECRET for one purpose. It cannot be
 * decrypted for another purpose. The result starts with the identifier of the secret, which shows after a rotation what
 * has to be encrypted again.
 */
export const sealText = async ({ appSecret }: Secrets, purpose: string, text: string): Promise<string> =>
  `${nameOf(appSecret)}.${await symmetricEncrypt({ key: keyOf(appSecret, purpose), data: text })}`

/**
 * Returns text decrypted with APP_SECRET or APP_SECRET_PREVIOUS. Undefined when it was encrypted with another secret or
 * for another purpose.
 */
export async function unsealText(secrets: Secrets, purpose: string, sealed: string): Promise<string | undefined> {
  const [, name, data = sealed] = /^([0-9a-f]{8})\.(.+)$/s.exec(sealed) ?? []
  for (const secret of secretsOf(secrets)) {
    // Texts encrypted before identifiers existed are tried with each secret.
    if (name !== undefined && name !== nameOf(secret)) continue
    const text = await symmetricDecrypt({ key: keyOf(secret, purpose), data }).catch(() => undefined)
    if (text !== undefined) return text
  }
  return undefined
}

/**
 * Encrypts a text again with the current APP_SECRET. Returns it unchanged when it already uses that, and undefined when
 * it cannot be decrypted.
 */
export async function reencryptText(secrets: Secrets, purpose: string, sealed: string): Promise<string | undefined> {
  if (sealed.startsWith(`${nameOf(secrets.appSecret)}.`)) return sealed
  const text = await unsealText(secrets, purpose, sealed)
  return text === undefined ? undefined : sealText(secrets, purpose, text)
}
