import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, client, failureOf } from '../platform/api.ts'
import { tellFailure } from './authenticator.tsx'
import { deviceOf } from './device-name.ts'
import { Row, RowList } from './row-list.tsx'
import { refreshSecurity } from './security-queries.ts'

const WAYS = {
  password: 'with the password',
  google: 'with Google',
  passkey: 'with a passkey',
  link: 'with a link from a mail',
}

/** Where the person is signed in, and how to end that. */
export function Sessions() {
  const sessions = useQuery({ ...api.account.sessions.queryOptions(), staleTime: 0 })
  const [ending, setEnding] = useState<string>()

  const end = async (which: string, act: () => Promise<{ ended: number }>) => {
    setEnding(which)
    try {
      const { ended } = await act()
      toast({
        title: ended === 1 ? 'Signed out there' : `Signed out in ${ended} places`,
        description: 'It holds at once.',
      })
    } catch (e) {
      tellFailure(e, 'Still signed in there')
    } finally {
      refreshSecurity()
      setEnding(undefined)
    }
  }

  if (sessions.isLoadingError) {
    return (
      <ErrorState
        message={sessions.error.message}
        requestId={failureOf(sessions.error)?.data?.requestId}
        onRetry={() => void sessions.refetch()}
        retrying={sessions.isFetching}
      />
    )
  }
  if (!sessions.data) return <Skeleton className="h-32" />
  // This one first, then the others by their latest use.
  const items = sessions.data.items.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <RowList label="Sessions">
          {items.map((s) => {
            const { name, kind } = deviceOf(s.userAgent)
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
                      className="max-md:h-11"
                      pending={ending === s.id}
                      onClick={() => void end(s.id, () => client.account.endSession({ id: s.id }))}
                    >
                      Sign out<span className="sr-only"> {name}</span>
                    </Button>
                  )
                }
              >
                {s.address ?? 'Address not known'} · signed in <RelativeTime iso={s.createdAt} /> {WAYS[s.way]}
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
