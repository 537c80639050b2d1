// Passkeys as the browser makes and shows them. The library comes when somebody reaches for one.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The person closed the browser's window, or let it run out. Nothing went wrong that needs words. */
export class PasskeyCancelled extends Error {
  override name = 'PasskeyCancelled'
}

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** What the server is told of it. */
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
      throw new PasskeyCancelled('No passkey was used.', { cause: e })
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new Error('This device or password manager holds a passkey for your account already.', { cause: e })
    if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
      throw new Error('This key cannot check that it is you. Set a PIN on it, or use another one.', { cause: e })
    throw new Error('The browser could not use a passkey here. Try again, or use another device.', { cause: e })
  }
}

/** Makes a passkey as the server's options say. Throws PasskeyCancelled, or an Error in words. */
export const makePasskey = (options: { challenge: string }) =>
  ask((library) => library.startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))

/** Shows a passkey as the server's options say. Throws PasskeyCancelled, or an Error in words. */
export const showPasskey = (options: { challenge: string }) =>
  ask((library) => library.startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))
