// An authenticator app, for tests of two-factor authentication.
import { TOTP } from 'otpauth'

const STEP = 30_000
/**
 * Returns a function that returns valid codes of an authenticator app. Each time step works once. The code of the next
 * step is already valid, so two codes can be used without waiting.
 */
export function createCodes(secret: string) {
  const app = new TOTP({ secret })
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / STEP))
    return app.generate({ timestamp: last * STEP })
  }
}
