import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { brand } from '../../../brand.config.ts'
import type { Env } from './env.ts'

// Takes a seventh of a second to load: not before somebody reaches for a passkey.
const library = () => import('@simplewebauthn/server')

/** A kept passkey. */
export type Passkey = {
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

/** Makes and checks passkeys for the public address. User verification (a fingerprint, a PIN) is always demanded. */
export function webauthn({ publicUrl, origins }: Pick<Env, 'publicUrl' | 'origins'>) {
  const rpID = new URL(publicUrl).hostname
  return {
    /** What a browser needs to make a passkey; the challenge in it has to be kept. */
    forNew: async (
      user: { id: string; email: string; name: string },
      known: Pick<Passkey, 'credentialId'>[],
    ): Promise<PublicKeyCredentialCreationOptionsJSON> =>
      (await library()).generateRegistrationOptions({
        rpName: brand.shortName,
        rpID,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        userDisplayName: user.name,
        attestationType: 'none',
        excludeCredentials: known.map((k) => ({ id: k.credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),
    /** What a browser needs to use one; any of this address, or only the given. */
    forUse: async (known?: Pick<Passkey, 'credentialId'>[]): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      (await library()).generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        ...(known ? { allowCredentials: known.map((k) => ({ id: k.credentialId })) } : {}),
      }),
    /** The new passkey if the answer fits the challenge; undefined for any other. */
    async made(response: unknown, challenge: string): Promise<Passkey | undefined> {
      try {
        const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origins,
          expectedRPID: rpID,
          requireUserVerification: true,
        })
        if (!verified) return undefined
        const { id, publicKey, counter, transports } = registrationInfo.credential
        return { credentialId: id, publicKey, counter, transports: transports ?? [] }
      } catch {
        return undefined
      }
    },
    /** The passkey's new counter if it signed the challenge; undefined for any other answer. */
    async used(
      response: unknown,
      challenge: string,
      { credentialId, publicKey, counter }: Passkey,
    ): Promise<number | undefined> {
      try {
        const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
          response: response as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: origins,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: { id: credentialId, publicKey, counter },
        })
        return verified ? authenticationInfo.newCounter : undefined
      } catch {
        return undefined
      }
    },
  }
}
export type WebAuthn = ReturnType<typeof webauthn>
