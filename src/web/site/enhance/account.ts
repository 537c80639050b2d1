import { brand } from '../../../../brand.config.ts'
import { localStore, openChannel, tabStore } from '../../browser-storage.ts'
import { clearPersonalStorage, SESSION_KEY as key, type SessionMessage } from '../../personal-storage.ts'

type Session = { access_token: string; expires_at: number; user: { email: string } }

const toastKey = `${brand.slug}.toast`

const read = (): Session | undefined => {
  try {
    const session = JSON.parse(localStore.get(key) ?? 'null')
    return session?.user ? session : undefined
  } catch {
    // The value is not valid, so treat the visitor as signed out.
    return undefined
  }
}

/** Sets the state that the styles depend on. Until then, neither state is shown. */
const show = () => {
  const session = read()
  document.documentElement.dataset.session = session ? 'in' : 'out'
  for (const at of document.querySelectorAll('[data-email]')) at.textContent = session?.user.email ?? ''
}

const post = (path: string, apikey: string, token?: string) =>
  fetch(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: '{}',
  })

const signOut = async () => {
  const site = await fetch('/api/v1/site')
  const { publishableKey } = await site.json()
  let token = read()?.access_token
  // The stored access token expires within minutes, by the server's clock. Without a valid one, the server could not
  // end the session.
  const now = Date.parse(site.headers.get('date') ?? '') || Date.now()
  if ((read()?.expires_at ?? 0) * 1000 < now + 5000) {
    const fresh = await post('refresh', publishableKey)
    if (fresh.ok) {
      const answer = await fresh.json()
      token = (answer.session ?? answer).access_token
    }
  }
  const answer = await post('sign-out', publishableKey, token)
  if (!answer.ok && answer.status !== 401) throw new Error(String(answer.status))
  localStore.remove(key)
  clearPersonalStorage()
  openChannel<SessionMessage<string>>(key)({ event: 'SIGNED_OUT', left: true })
}

const toast = (title: string, text: string) => {
  const at = document.querySelector('.toast')
  if (!at) return
  const strong = document.createElement('strong')
  strong.textContent = title
  at.replaceChildren(strong, ` ${text}`)
  setTimeout(() => at.replaceChildren(), 6000)
}

/** The account menu: shows who is signed in, follows changes in other tabs, and signs out. */
export const enhanceAccount = () => {
  show()
  addEventListener('storage', (change) => {
    if (change.key === key || change.key === null) show()
  })
  // A page restored from the back/forward cache may be older than the session.
  addEventListener('pageshow', (event) => {
    if (event.persisted) show()
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-sign-out]')) {
    button.addEventListener('click', async () => {
      button.disabled = true
      try {
        await signOut()
        tabStore.set(toastKey, '1')
        location.reload()
      } catch {
        button.disabled = false
        toast('Couldn’t sign out.', 'Check your connection and try again.')
      }
    })
  }
  document.addEventListener('prerenderingchange', show)
  if (tabStore.get(toastKey)) {
    tabStore.remove(toastKey)
    toast('Signed out.', "You've been successfully signed out.")
  }
}
