import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { showAuthFailure } from './authenticator.tsx'
import { useConfirmIdentity } from './confirm-identity.tsx'
import { parseDevice } from './device-name.ts'
import { Row, RowList } from './row-list.tsx'
import { refreshSecurity, sessionsOptions } from './security-queries.ts'

const WAYS = {
  password: 'with a password',
  google: 'with Google',
  passkey: 'with a passkey',
  link: 'with an email link',
}

/** Lists where the user is signed in, with buttons to end those sessions. */
export function Sessions() {
  const sessions = useQuery(sessionsOptions())
  const [ending, setEnding] = useState<string>()
  const confirmed = useConfirmIdentity()

  const end = async (which: string, act: () => Promise<{ ended: number }>) => {
    setEnding(which)
    try {
      const { ended } = await confirmed(act)
      showToast({
        title: ended === 1 ? 'Signed out of 1 session' : `Signed out of ${ended} sessions`,
        description: 'The change takes effect immediately.',
      })
    } catch (e) {
      showAuthFailure(e, 'Couldn’t sign out the session')
    } finally {
      refreshSecurity()
      setEnding(undefined)
    }
  }

  if (sessions.isLoadingError) {
    return (
      <ErrorState
        message={sessions.error.message}
        requestId={parseFailure(sessions.error)?.data?.requestId}
        onRetry={() => void sessions.refetch()}
        retrying={sessions.isFetching}
      />
    )
  }
  if (!sessions.data) return <Skeleton className="h-32" />
  // The current session first, then the others by last use.
  const items = sessions.data.items.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <RowList label="Sessions">
          {items.map((s) => {
            const { name, kind } = parseDevice(s.userAgent)
            return (
              <Row
                key={s.id}
                icon={kind === 'phone' ? <Smartphone /> : <Monitor />}
                title={name}
                mark={s.current && <StatusMark tone="good">This device</StatusMark>}
                action={
                  !s.current && (
                    <Button
                      size="sm"
                      pending={ending === s.id}
                      onClick={() => void end(s.id, () => client.account.endSession({ id: s.id }))}
                    >
                      Sign out<span className="sr-only"> {name}</span>
                    </Button>
                  )
                }
              >
                {s.address ?? 'Unknown IP address'} · signed in <RelativeTime iso={s.createdAt} /> {WAYS[s.way]}
                {' · '}last used <RelativeTime iso={s.lastUsedAt} />
              </Row>
            )
          })}
        </RowList>
      </div>
      {items.length > 1 && (
        <Button
          variant="danger"
          pending={ending === 'others'}
          onClick={() => void end('others', () => client.account.endOtherSessions({}))}
        >
          Sign out everywhere else
        </Button>
      )}
    </div>
  )
}
