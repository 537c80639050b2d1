import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { brand } from '../../../../brand.config.ts'
import type { Env } from '../env.ts'

// Loading takes about 140 ms, so load it only when a passkey is used.
const library = () => import('@simplewebauthn/server')

/** A stored passkey. */
export type Passkey = {
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

/**
 * Creates and verifies passkeys for the public address. User verification (a fingerprint, a PIN) is always required.
 */
export function createWebauthn({ publicUrl, origins }: Pick<Env, 'publicUrl' | 'origins'>) {
  const rpID = new URL(publicUrl).hostname
  return {
    /** Returns the options for a browser to create a passkey. The caller must store the challenge in them. */
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
    /** Returns the options for a browser to use a passkey: any for this address, or only the given ones. */
    forUse: async (known?: Pick<Passkey, 'credentialId'>[]): Promise<PublicKeyCredentialRequestOptionsJSON> =>
      (await library()).generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        ...(known ? { allowCredentials: known.map((k) => ({ id: k.credentialId })) } : {}),
      }),
    /** Returns the new passkey if the response matches the challenge; undefined otherwise. */
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
    /** Returns the passkey's new counter if it signed the challenge; undefined otherwise. */
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
export type WebAuthn = ReturnType<typeof createWebauthn>
