import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

// The modules below belong to a browser; what they touch while loading is little.
vi.stubGlobal('addEventListener', () => {})
const { AuthProvider, useAuth } = await import('./auth.tsx')

const Probe = () => <p>{useAuth().loading ? 'loading' : 'known'}</p>

test('the auth context raises outside its provider', () => {
  expect(() => renderToString(<Probe />)).toThrow('useAuth must be used within an AuthProvider')
  expect(
    renderToString(
      <AuthProvider>
        <Probe />
      </AuthProvider>,
    ),
  ).toBe('<p>loading</p>')
})

test('queries are fresh for 5 minutes, kept for 30, not asked again on focus, and tried again once where that can help', async () => {
  const { queries } = await import('./queries.ts')
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
