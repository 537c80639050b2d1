// Passkeys in the browser. The library loads when one is used.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The user closed the browser's window or let it expire. This is not an error to show. */
export class PasskeyCanceled extends Error {
  override name = 'PasskeyCanceled'
}

/** Returns whether this browser supports passkeys. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** The part of a credential that every response to the server has. */
type Credential = { id: string; rawId: string; type: 'public-key' }

async function ask<T extends Credential>(
  act: (library: typeof import('@simplewebauthn/browser')) => Promise<T>,
): Promise<Credential & Record<string, unknown>> {
  const library = await import('@simplewebauthn/browser')
  try {
    return { ...(await act(library)) }
  } catch (e) {
    const code = e instanceof library.WebAuthnError ? e.code : undefined
    if (code === 'ERROR_CEREMONY_ABORTED' || (e as Error).name === 'NotAllowedError')
      throw new PasskeyCanceled('No passkey was used.', { cause: e })
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new Error('This device or password manager already has a passkey for your account.', { cause: e })
    if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
      throw new Error('This security key can’t verify that it’s you. Set a PIN on it or use another.', { cause: e })
    throw new Error('Your browser couldn’t use a passkey. Try again, or use another device.', { cause: e })
  }
}

/**
 * Creates a passkey with the server's options. Returns the credential to send to the server. Throws PasskeyCanceled, or
 * an Error with a message for the user.
 */
export const makePasskey = (options: { challenge: string }) =>
  ask((library) => library.startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))

/**
 * Asks the browser for a passkey, with the server's options. Returns the signed credential to send to the server.
 * Throws PasskeyCanceled, or an Error with a message for the user.
 */
export const showPasskey = (options: { challenge: string }) =>
  ask((library) => library.startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
