// An OpenID Connect issuer whose ID tokens a test can falsify.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Claims = Record<string, unknown>
/** The faults of the next ID token: its claims or its signature. Anything left out is valid. */
export type TokenFault = {
  claims?: Claims
  alg?: 'RS256' | 'HS256' | 'none'
  foreignKey?: boolean
  expired?: boolean
}

export type Issuer = {
  url: string
  /** Signs a person in at `url`, as a browser would, and returns the URL that the issuer redirects back to. */
  approve: (url: string, person: Claims, fault?: TokenFault) => URL
  /** Returns how many codes were exchanged. */
  exchanged: () => number
  close: () => void
}

/** Starts an issuer on a free port, for a client with these credentials. The caller closes it. */
export async function startIssuer(clientId: string, clientSecret: string): Promise<Issuer> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { nonce: string | null; person: Claims; fault: TokenFault }>()
  let exchanged = 0
  let url = ''

  async function idToken({
    nonce,
    person,
    fault,
  }: {
    nonce: string | null
    person: Claims
    fault: TokenFault
  }): Promise<string> {
    const now = Math.floor(Date.now() / 1000) - (fault.expired ? 7200 : 0)
    const claims = { iss: url, aud: clientId, iat: now, exp: now + 3600, nonce, ...person, ...fault.claims }
    if (fault.alg === 'none') {
      const part = (o: object) => Buffer.from(JSON.stringify(o)).toString('base64url')
      return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
    }
    const jwt = new SignJWT(claims)
    if (fault.alg === 'HS256')
      return jwt.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret))
    return jwt
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(fault.foreignKey ? foreign.privateKey : own.privateKey)
  }

  const server = createServer(async (req, res) => {
    const json = (body: object, status = 200) => {
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify(body))
    }
    if (req.url === '/.well-known/openid-configuration')
      return json({
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (req.url === '/keys') return json({ keys: [jwk] })
    if (req.url !== '/token') return json({ error: 'not found' }, 404)
    let body = ''
    for await (const part of req) body += part
    const code = new URLSearchParams(body).get('code') ?? ''
    const kept = codes.get(code)
    codes.delete(code)
    if (!kept) return json({ error: 'invalid_grant' }, 400)
    exchanged++
    json({
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: 'offline',
      id_token: await idToken(kept),
    })
  })
  await new Promise<void>((ok) => server.listen(0, '127.0.0.1', ok))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    approve(at, person, fault = {}) {
      const asked = new URL(at).searchParams
      const code = randomBytes(12).toString('hex')
      codes.set(code, { nonce: asked.get('nonce'), person, fault })
      const back = new URL(asked.get('redirect_uri') as string)
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      return back
    },
    exchanged: () => exchanged,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
