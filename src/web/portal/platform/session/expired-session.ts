// A session that ended while the user was typing. The page stays as it is, below a dialog in which they sign in again.
// Calls that the end interrupted wait for that, and are then sent again.

/** Types of input that hold no text, or text that is in the address. */
const NOT_TYPED = ['search', 'checkbox', 'radio', 'button', 'submit', 'range', 'file']

let typedOn: string | undefined
let signIn: PromiseWithResolvers<boolean> | undefined

/** Notes on which page the user types, and calls `onTyping` for the first letter. Returns a function that stops it. */
export function watchTyping(onTyping: () => void): () => void {
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('search')) return
    if (target instanceof HTMLInputElement && NOT_TYPED.includes(target.type)) return
    if (typedOn === undefined) onTyping()
    typedOn = location.pathname
  }
  addEventListener('input', note, true)
  return () => removeEventListener('input', note, true)
}

/** Returns whether the user has typed something on the current page. */
export const hasTyped = (): boolean => typedOn === location.pathname

/** Makes interrupted calls wait for the next sign-in. */
export function awaitSignIn(): void {
  signIn ??= Promise.withResolvers()
}

/** Lets the waiting calls continue after the sign-in. If someone else signed in, they fail with the 401 they got. */
export function endWait(sameUser: boolean): void {
  signIn?.resolve(sameUser)
  signIn = undefined
}

/**
 * Returns whether the user has signed in again after their session ended. Waits for the sign-in if the page is kept for
 * it, and is false immediately if it is not, or once the call is aborted.
 */
export async function hasSignedInAgain(signal?: AbortSignal | null): Promise<boolean> {
  if (!signIn || signal?.aborted) return false
  const aborted = new Promise<false>((stop) => signal?.addEventListener('abort', () => stop(false), { once: true }))
  return Promise.race([signIn.promise, aborted])
}
