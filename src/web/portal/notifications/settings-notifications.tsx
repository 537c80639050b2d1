import { useMutation, useQuery } from '@tanstack/react-query'
import { brand } from '../../../../brand.config.ts'
import { nameTimeZone } from '../../../contract/plain/time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Checkbox, Field, Select } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { sendInTurn } from '../platform/data/send-in-turn.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { KINDS, type Kind, type Settings } from './labels.ts'

export const meta = () => [{ title: `Notifications · Settings · ${brand.shortName}` }]

type Choice = { bell: boolean; mail: 'now' | 'digest' | 'off' }
type Change = { kinds?: (Choice & { kind: Kind })[]; digestHour?: number }

const MAIL = { now: 'Immediately', digest: 'Daily summary', off: 'Off' } as const
const options = api.notifications.settings.queryOptions()

const GROUPS = [
  'Tickets',
  'Hours',
  'Agreements',
  'Invoices and payments',
  'Automations',
  'Projects',
  'Reports',
] as const
type About<K extends string> = K extends `${infer First}_${string}` ? First : never
/** Maps the first word of a kind to its group. */
const GROUP_OF: Record<About<Kind>, (typeof GROUPS)[number]> = {
  ticket: 'Tickets',
  hours: 'Hours',
  top: 'Hours',
  agreement: 'Agreements',
  invoice: 'Invoices and payments',
  payment: 'Invoices and payments',
  billing: 'Invoices and payments',
  automation: 'Automations',
  project: 'Projects',
  report: 'Reports',
}
const groupOf = (kind: Kind) => GROUP_OF[kind.split('_', 1)[0] as About<Kind>]
const hour = (h: number) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 1, h)))

/** Returns the settings as they will be after the change, for the optimistic update. */
const changed = (now: Settings, { kinds = [], digestHour = now.digestHour }: Change): Settings => ({
  ...now,
  digestHour,
  kinds: now.kinds.map((k) => ({ ...k, ...kinds.find((c) => c.kind === k.kind) })),
})

/** Returns the name of what a change sets. A change of the same thing replaces it. */
const nameChange = ({ kinds = [] }: Change) => kinds.map((k) => k.kind).join(' ') || 'hour'

/** `/settings/notifications`: which notifications the reader gets and how. Every change is saved immediately. */
export default function SettingsNotifications() {
  const { session, isInternalUser } = useAuth()
  const fixed = session?.viewing != null
  const settings = useQuery(options)
  const save = useMutation({
    // Offline, fail immediately. A change that waits for the network would be lost in a reload.
    networkMode: 'always',
    mutationFn: (change: Change) =>
      sendInTurn('notification settings', nameChange(change), (context) =>
        client.notifications.setSettings(change, { context }),
      ),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: options.queryKey })
      queries.setQueryData(options.queryKey, (now) => now && changed(now, change))
    },
    onError: (e) => {
      showToast({
        title: 'Your change wasn’t saved',
        description: parseFailure(e)?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
      })
      void queries.invalidateQueries({ queryKey: options.queryKey })
    },
  })
  if (settings.isLoadingError)
    return (
      <ErrorState
        message={settings.error.message}
        requestId={parseFailure(settings.error)?.data?.requestId}
        onRetry={() => void settings.refetch()}
        retrying={settings.isFetching}
      />
    )
  if (!settings.data) return <Skeleton className="h-96" />
  const { kinds, digestHour, timeZone } = settings.data
  const set = (kind: Kind, choice: Choice) => save.mutate({ kinds: [{ kind, ...choice }] })
  const groups = GROUPS.map((label) => ({ label, kinds: kinds.filter((k) => groupOf(k.kind) === label) })).filter(
    (g) => g.kinds.length > 0,
  )
  const unusual = kinds.filter((k) => k.bell !== k.usual.bell || k.mail !== k.usual.mail)
  return (
    <div>
      <SettingsSection
        id="kinds"
        title="Notification types"
        description="Choose what you see under the bell in the portal and what we email you."
      >
        <table className="w-full text-sm max-sm:block">
          <thead className="text-left text-muted text-xs max-sm:sr-only">
            <tr>
              <th scope="col" className="pb-2 font-medium">
                Type
              </th>
              <th scope="col" className="w-16 pb-2 text-center font-medium">
                Bell
              </th>
              <th scope="col" className="w-40 pb-2 font-medium">
                Email
              </th>
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.label} className="max-sm:block">
              <tr className="max-sm:block">
                <th scope="rowgroup" colSpan={3} className="pt-6 pb-2 text-left font-semibold max-sm:block">
                  {group.label}
                </th>
              </tr>
              {group.kinds.map(({ kind, bell, mail }) => {
                const { label, hint, icon: Icon } = KINDS[kind]
                return (
                  <tr
                    key={kind}
                    className="border-line border-t max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-center max-sm:gap-x-4 max-sm:gap-y-2 max-sm:py-3"
                  >
                    <th scope="row" className="py-3 pr-3 text-left font-normal max-sm:col-span-2 max-sm:p-0">
                      <span className="flex gap-2.5">
                        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                        <span className="min-w-0">
                          <span className="block font-medium">{label}</span>
                          <span className="block text-muted text-xs leading-5">
                            {hint[isInternalUser ? 'staff' : 'partner']}
                          </span>
                        </span>
                      </span>
                    </th>
                    <td className="text-center max-sm:text-left">
                      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
                      <label className="inline-flex min-h-11 items-center gap-2">
                        <Checkbox
                          aria-label={`${label} in the bell`}
                          checked={bell}
                          disabled={fixed}
                          onChange={(e) => set(kind, { bell: e.target.checked, mail })}
                        />
                        <span aria-hidden className="text-muted text-xs sm:hidden">
                          Bell
                        </span>
                      </label>
                    </td>
                    <td className="max-sm:flex max-sm:items-center max-sm:gap-2 [&>span:last-child]:max-sm:flex-1">
                      <span aria-hidden className="text-muted text-xs sm:hidden">
                        Email
                      </span>
                      <Select
                        aria-label={`${label} by email`}
                        className="[&>select]:max-sm:h-11"
                        value={mail}
                        disabled={fixed}
                        onChange={(e) => set(kind, { bell, mail: e.target.value as Choice['mail'] })}
                      >
                        {Object.entries(MAIL).map(([value, text]) => (
                          <option key={value} value={value}>
                            {text}
                          </option>
                        ))}
                      </Select>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          ))}
        </table>
        {unusual.length > 0 && !fixed && (
          <div className="border-line border-t pt-4">
            <Button onClick={() => save.mutate({ kinds: unusual.map(({ kind, usual }) => ({ kind, ...usual })) })}>
              Reset to defaults
            </Button>
          </div>
        )}
        <p aria-live="polite" className="sr-only">
          {save.isPending ? 'Saving' : save.isSuccess ? 'Saved' : ''}
        </p>
      </SettingsSection>
      <SettingsSection
        id="summary"
        title="Daily summary"
        description="One email with your unread notifications. We don’t send it when there are none."
      >
        <Field label="Time" hint={`In your time zone, ${nameTimeZone(timeZone)}.`} className="max-w-48">
          <Select
            className="[&>select]:max-sm:h-11"
            value={digestHour}
            disabled={fixed}
            onChange={(e) => save.mutate({ digestHour: Number(e.target.value) })}
          >
            {Array.from({ length: 24 }, (_, h) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
              <option key={h} value={h}>
                {hour(h)}
              </option>
            ))}
          </Select>
        </Field>
      </SettingsSection>
    </div>
  )
}
