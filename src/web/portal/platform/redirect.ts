/** Where a sign-in leads without a wish. */
export const AFTER_SIGN_IN = '/apps-automations'

/** The `redirect` parameter if it is a path of ours; anything that could lead to another site is dropped. */
export function safeRedirect(wish: string | null, origin: string = location.origin): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (!wish?.startsWith('/') || /[\\\u0000-\u001f]|%(5c|2f|0|1)/i.test(wish.split(/[?#]/)[0] ?? ''))
    return AFTER_SIGN_IN
  try {
    const url = new URL(wish, origin)
    return url.origin === origin && !url.pathname.startsWith('//')
      ? url.pathname + url.search + url.hash
      : AFTER_SIGN_IN
  } catch {
    return AFTER_SIGN_IN
  }
}

const PORTAL =
  /^\/(auth|buy-block-time|checkout|marketplace\/(?:purchase-complete|[^/?#]+\/buy)|stripe-customers|apps-automations|notifications|tickets|settings|admin|users|companies|clients|contacts|agreements|my-agreements|my-projects|reports)(\/|\?|#|$)/

/** Whether an address belongs to this half of the house; the other half's pages are documents of their own. */
export const inPortal = (path: string): boolean => PORTAL.test(path)
