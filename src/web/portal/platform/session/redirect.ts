/** Where a sign-in leads without a `redirect` parameter. */
export const AFTER_SIGN_IN = '/apps-automations'

/**
 * Returns the `redirect` parameter if it is a path of this site, or else the default. Paths that a browser could take
 * for another site, such as those with a backslash, also give the default.
 */
export function toSafeRedirect(path: string | null, origin: string = location.origin): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
  if (!path?.startsWith('/') || /[\\\u0000-\u001f]|%(5c|2f|0|1)/i.test(path.split(/[?#]/)[0] ?? ''))
    return AFTER_SIGN_IN
  try {
    const url = new URL(path, origin)
    return url.origin === origin && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : AFTER_SIGN_IN
  } catch {
    return AFTER_SIGN_IN
  }
}

/** Returns the address of the sign-in that then leads to `path`. */
export const buildSignInHref = (path: string): string => `/auth?redirect=${encodeURIComponent(path)}`

const PORTAL =
  /^\/(auth|buy-block-time|checkout|marketplace\/(?:purchase-complete|[^/?#]+\/buy)|stripe-customers|apps-automations|notifications|tickets|settings|admin|users|companies|clients|contacts|agreements|my-agreements|my-projects|reports)(\/|\?|#|$)/

/** Returns whether an address belongs to the portal. The public pages are separate documents. */
export const isInPortal = (path: string): boolean => PORTAL.test(path)
