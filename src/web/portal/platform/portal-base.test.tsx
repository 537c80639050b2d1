import { renderToString } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'

// A toast needs a browser; here it is enough to record its text.
const toasts = vi.hoisted(() => [] as object[])
vi.mock('../../ui/overlays/toast.tsx', () => ({ showToast: (words: object) => toasts.push(words) }))

// The modules below expect a browser, but need only this while they load.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { AuthProvider, useAuth } = await import('./session/auth.tsx')

const Probe = () => <p>{useAuth().loading ? 'loading' : 'known'}</p>

test('the auth context throws outside its provider', () => {
  expect(() => renderToString(<Probe />)).toThrow('useAuth must be used within an AuthProvider')
  expect(
    renderToString(
      <AuthProvider>
        <Probe />
      </AuthProvider>,
    ),
  ).toBe('<p>loading</p>')
})

test('queries are fresh for 5 minutes, cached for 30, not refetched on focus, and retried once if that can help', async () => {
  const { queries } = await import('./data/queries.ts')
  const { ORPCError } = await import('@orpc/client')
  const { staleTime, gcTime, refetchOnWindowFocus, retry } = queries.getDefaultOptions().queries ?? {}
  expect([staleTime, gcTime, refetchOnWindowFocus]).toEqual([300_000, 1_800_000, false])
  const again = retry as (count: number, e: Error) => boolean
  expect([again(0, new Error('network')), again(1, new Error('network'))]).toEqual([true, false])
  expect([
    again(0, new ORPCError('UNAVAILABLE', { status: 503 })),
    again(0, new ORPCError('NOT_FOUND', { status: 404 })),
  ]).toEqual([true, false])
})

let signUp: ReturnType<typeof useAuth>['signUp'] | undefined
const Hook = () => {
  signUp = useAuth().signUp
  return null
}

test('signing up tells the user to check their email, and returns its failure', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  const start = JSON.stringify({ at: Date.now(), site: { publishableKey: 'k' }, reads: [] })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: start }) })
  const answers = [
    Response.json({ ok: true }),
    Response.json(
      { error: { code: 'UNPROCESSABLE', message: 'Too short.', fields: {}, requestId: 'r' } },
      { status: 422 },
    ),
  ]
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answers.shift()
  })
  renderToString(
    <AuthProvider>
      <Hook />
    </AuthProvider>,
  )
  const input = { email: 'a@b.example', password: 'plums on a sill', fullName: 'Ann Abel' }
  expect(await signUp?.(input)).toEqual({ error: null })
  expect((await signUp?.(input))?.error).toMatchObject({ message: 'Too short.' })
  expect(asked.filter((url) => url.endsWith('/account/signUp'))).toHaveLength(2)
  expect(toasts).toEqual([
    { title: 'Account created!', description: 'Please check your email to verify your account.', tone: 'good' },
  ])
})
