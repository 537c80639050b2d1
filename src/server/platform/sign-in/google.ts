import * as client from 'openid-client'
import type { Env } from '../env.ts'

const DEADLINE_SECONDS = 10

/** The path to which Google redirects the browser. It must be registered at Google. */
export const GOOGLE_RETURN = '/api/v1/auth/callback/google'

/** State that is stored in the browser until it returns from Google. */
export type Flow = { state: string; nonce: string; verifier: string }
/** The user as identified by Google. `refreshToken` comes from offline access. */
export type GoogleUser = {
  subject: string
  email: string
  emailVerified: boolean
  name: string
  refreshToken: string | undefined
}

/** Creates sign-in with Google (OpenID Connect code flow, PKCE). Undefined when it is not set up. */
export function createGoogle({ google: settings, publicUrl }: Pick<Env, 'google' | 'publicUrl'>) {
  if (!settings) return undefined
  const { clientId, clientSecret, issuer } = settings
  let found: Promise<client.Configuration> | undefined
  // Discover on first use, so that the product starts even if Google is not reachable.
  const configuration = () => {
    found ??= client
      .discovery(
        new URL(issuer),
        clientId,
        { id_token_signed_response_alg: 'RS256' },
        client.ClientSecretPost(clientSecret),
        {
          timeout: DEADLINE_SECONDS,
          execute: [
            // Verify the signature of ID tokens, although they already come over a verified TLS connection.
            client.enableNonRepudiationChecks,
            // Allow an issuer without TLS, for tests or with ALLOW_INSECURE_HTTP.
            ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
          ],
        },
      )
      .catch((e) => {
        // Try again the next time.
        found = undefined
        throw e
      })
    return found
  }

  return {
    /** Returns the address for the browser and the state to store. Requests offline access and consent each time. */
    async begin(): Promise<{ url: string; flow: Flow }> {
      const verifier = client.randomPKCECodeVerifier()
      const flow = { state: client.randomState(), nonce: client.randomNonce(), verifier }
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: `${publicUrl}${GOOGLE_RETURN}`,
        scope: 'openid email profile',
        access_type: 'offline',
        prompt: 'consent',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, flow }
    },
    /**
     * Returns the user who came back from Google. Undefined when the code, the state or the token is not valid:
     * signature, algorithm, issuer, audience, nonce and times are checked. Rejects when Google cannot be reached.
     */
    async finish(
      answer: { code: string; state: string; iss?: string | undefined },
      flow: Flow,
    ): Promise<GoogleUser | undefined> {
      const back = new URL(`${publicUrl}${GOOGLE_RETURN}`)
      for (const [name, value] of Object.entries(answer)) if (value !== undefined) back.searchParams.set(name, value)
      const config = await configuration()
      try {
        const tokens = await client.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: flow.verifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || typeof claims.email !== 'string') return undefined
        return {
          subject: claims.sub,
          email: claims.email.toLowerCase(),
          emailVerified: claims.email_verified === true,
          name:
            typeof claims.name === 'string' && claims.name.trim()
              ? claims.name.trim()
              : (claims.email.split('@')[0] as string),
          refreshToken: tokens.refresh_token,
        }
      } catch (e) {
        if (e instanceof client.ClientError && e.code === 'OAUTH_TIMEOUT') throw e
        if (
          e instanceof client.ClientError ||
          e instanceof client.ResponseBodyError ||
          e instanceof client.AuthorizationResponseError
        )
          return undefined
        throw e
      }
    },
  }
}
export type Google = ReturnType<typeof createGoogle>
