import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { derive } from './env.ts'

/** Encrypts text (XChaCha20-Poly1305) under a key made of APP_SECRET for one purpose; a seal of another purpose does not open. */
export const seal = (appSecret: string, purpose: string, text: string): Promise<string> =>
  symmetricEncrypt({ key: derive(appSecret, purpose).toString('hex'), data: text })

/** The text of a seal; undefined for one that is not ours or was made for another purpose. */
export const unseal = (appSecret: string, purpose: string, sealed: string): Promise<string | undefined> =>
  symmetricDecrypt({ key: derive(appSecret, purpose).toString('hex'), data: sealed }).catch(() => undefined)
