import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Field, Select, TextInput } from '../../../ui/forms/field.tsx'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { SettingsSection } from '../../../ui/settings-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusMark, type Tone } from '../../../ui/status.tsx'
import { formatCents, formatCentsForInput, readCents } from '../../../ui/text/money-text.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { useSending } from '../../platform/data/use-sending.ts'
import { listClashes, mergeForm } from '../../platform/forms/merge-form.ts'
import { TheirsNotice } from '../../platform/forms/theirs-notice.tsx'
import { useLive } from '../../platform/live/use-live.ts'
import { packsOptions, topUpOptions } from '../billing-queries.ts'
import type { Pack, TopUpSettings } from '../model.ts'
import { refreshMoney } from '../stripe-queries.ts'

/** The automatic top-up in Settings → Billing. */
export function TopUpSection() {
  const settings = useQuery(topUpOptions())
  const packs = useQuery(packsOptions())
  useLive(['billing'], () => void settings.refetch())
  const error = settings.error ?? packs.error
  return (
    <SettingsSection
      id="top-up"
      title="Automatic top-up"
      description="Buy hours automatically when your balance falls below a limit you set. We order at most one pack each time it falls below the limit, and never exceed your monthly cap."
    >
      {settings.data && packs.data ? (
        <div className="flex flex-col gap-6">
          <Form settings={settings.data} packs={packs.data.items} />
          <TopUps settings={settings.data} />
        </div>
      ) : error ? (
        <ErrorState
          message={parseFailure(error)?.message ?? 'Couldn’t load the top-up settings.'}
          onRetry={() => void Promise.all([settings.refetch(), packs.refetch()])}
          retrying={settings.isFetching || packs.isFetching}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
    </SettingsSection>
  )
}

const HOUR = 60

type Values = {
  enabled: boolean
  hours: string
  packId: string
  cap: string
  approver: string
  method: 'card' | 'invoice'
}
const LABELS: Record<keyof Values, string> = {
  enabled: 'Automatic top-up',
  hours: 'When the balance falls below',
  packId: 'Hour pack',
  cap: 'Monthly cap',
  approver: 'Approver',
  method: 'Payment method',
}

const toValues = ({ rule, methods }: TopUpSettings, packs: readonly Pack[]): Values => ({
  enabled: rule?.enabled ?? false,
  hours: rule ? String(rule.thresholdMinutes / HOUR) : '5',
  packId: rule?.pack?.id ?? packs[0]?.id ?? '',
  cap: formatCentsForInput(rule?.monthlyCapCents ?? 2 * (packs[0]?.priceCents ?? 0)),
  approver: rule?.approver?.id ?? '',
  method: rule?.method ?? methods[0] ?? 'invoice',
})

const methodLabels: Record<Values['method'], string> = { card: 'Stored card', invoice: 'Invoice, due in 15 days' }
const NO_APPROVER = 'None, buy immediately'

/** Returns a saved setting as text. */
function formatSaved(name: keyof Values, rule: NonNullable<TopUpSettings['rule']>): string {
  switch (name) {
    case 'enabled':
      return rule.enabled ? 'On' : 'Off'
    case 'hours':
      return formatMinutes(rule.thresholdMinutes)
    case 'packId':
      return rule.pack?.name ?? 'None'
    case 'cap':
      return formatCents(rule.monthlyCapCents)
    case 'approver':
      return rule.approver?.name ?? NO_APPROVER
    case 'method':
      return methodLabels[rule.method]
  }
}

function Form({ settings, packs }: { settings: TopUpSettings; packs: readonly Pack[] }) {
  const { rule, spentCents, approvers, methods } = settings
  const [base, setBase] = useState({ version: rule?.version ?? 0, values: toValues(settings, packs) })
  const [values, setValues] = useState(base.values)
  const [clashes, setClashes] = useState<(keyof Values)[]>([])
  const set = (more: Partial<Values>) => setValues((now) => ({ ...now, ...more }))
  const { enabled, hours, packId, cap, approver, method } = values
  const pack = packs.find((p) => p.id === packId) ?? rule?.pack ?? undefined
  const { pending, errors, problem, theirs, send, setErrors } = useSending<TopUpSettings>()
  const saved = toValues(settings, packs)
  // Another owner saved, or this form did. Keep what is being typed.
  if (!pending && (rule?.version ?? 0) > base.version) {
    setBase({ version: rule?.version ?? 0, values: saved })
    setValues((now) => mergeForm(base.values, saved, now))
    setClashes(listClashes(base.values, saved, values))
  }
  const id = useId()
  const capCents = readCents(cap)
  const minutes = Math.round(Number(hours.replace(',', '.')) * HOUR)
  const sold = packs.some((p) => p.id === packId)
  async function save() {
    if (!(minutes > 0)) return setErrors({ thresholdMinutes: 'Enter hours, such as 5 or 2.5.' })
    if (capCents === undefined) return setErrors({ monthlyCapCents: 'Enter an amount, such as 3500.' })
    const ok = await send(() =>
      client.billing.setTopUp({
        version: base.version,
        enabled,
        thresholdMinutes: minutes,
        packId,
        monthlyCapCents: capCents,
        approverId: approver || null,
        method,
      }),
    )
    if (ok) {
      // Saved values no longer count as changes.
      setBase((now) => ({ ...now, values }))
      setClashes([])
    }
    await refreshMoney()
    if (ok) showToast({ tone: 'good', title: enabled ? 'Automatic top-up is on' : 'Automatic top-up is off' })
  }
  const usesCap = capCents !== undefined && capCents > 0
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) void save()
      }}
      className="flex flex-col gap-5"
    >
      {(problem || (theirs && clashes.length === 0)) && (
        <Banner tone="bad">
          {theirs
            ? 'Another owner saved these settings first, so yours aren’t saved yet. Review them and save again.'
            : problem}
        </Banner>
      )}
      {rule && clashes.length > 0 && (
        <TheirsNotice
          title="Another owner changed the same settings"
          choice={{
            label: 'Use their version',
            onChoose: () => {
              setValues(saved)
              setClashes([])
            },
          }}
          text={clashes.map((name) => `${LABELS[name]}: ${formatSaved(name, rule)}`).join('\n')}
        />
      )}
      <Checkbox
        checked={enabled}
        onChange={(e) => set({ enabled: e.target.checked })}
        label="Buy hours automatically when the balance is low"
      />
      {enabled && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="When the balance falls below (hours)"
            {...(errors.thresholdMinutes ? { error: errors.thresholdMinutes } : {})}
          >
            <TextInput inputMode="decimal" value={hours} onChange={(e) => set({ hours: e.currentTarget.value })} />
          </Field>
          <Field
            label="Hour pack"
            {...((errors.packId ?? (sold || !rule ? undefined : 'This pack is no longer sold. Choose another one.'))
              ? { error: errors.packId ?? 'This pack is no longer sold. Choose another one.' }
              : {})}
          >
            <Select value={packId} onChange={(e) => set({ packId: e.currentTarget.value })}>
              {!sold && pack && <option value={pack.id}>{pack.name}</option>}
              {packs.map((p) => (
                <option key={p.id} value={p.id}>
                  {`${p.name}, ${formatCents(p.priceCents)}`}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Monthly cap (USD)" {...(errors.monthlyCapCents ? { error: errors.monthlyCapCents } : {})}>
            <TextInput inputMode="decimal" value={cap} onChange={(e) => set({ cap: e.currentTarget.value })} />
          </Field>
          <Field label="Approver" {...(errors.approverId ? { error: errors.approverId } : {})}>
            <Select value={approver} onChange={(e) => set({ approver: e.currentTarget.value })}>
              <option value="">{NO_APPROVER}</option>
              {approvers.map((p) => (
                <option key={p.id} value={p.id}>
                  {p.name}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label="Payment method"
            {...(errors.method ? { error: errors.method } : {})}
            {...(methods.includes('card') ? {} : { hint: 'To pay by card, add a card first.' })}
          >
            <Select value={method} onChange={(e) => set({ method: e.currentTarget.value as typeof method })}>
              {[...new Set([...methods, method])].map((m) => (
                <option key={m} value={m}>
                  {methodLabels[m]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      {enabled && usesCap && (
        <Progress
          label="Bought automatically this month"
          value={Math.min(spentCents, capCents)}
          max={capCents}
          valueText={`${formatCents(spentCents)} of ${formatCents(capCents)}`}
          tone={pack && spentCents + pack.priceCents > capCents ? 'warn' : 'accent'}
        />
      )}
      <p className="text-muted">
        {whatHappens({ enabled, minutes, pack, capCents, spentCents, approver, approvers, method })}
      </p>
      {(enabled || rule?.enabled) && (
        <div>
          <Button type="submit" variant="primary" pending={pending} disabled={packs.length === 0 && !rule}>
            Save settings
          </Button>
        </div>
      )}
    </form>
  )
}

interface Plan {
  enabled: boolean
  minutes: number
  pack: { name: string; priceCents: number } | undefined
  capCents: number | undefined
  spentCents: number
  approver: string
  approvers: readonly { id: string; name: string }[]
  method: 'card' | 'invoice'
}
/** Describes in a sentence what the form would do. */
function whatHappens({ enabled, minutes, pack, capCents, spentCents, approver, approvers, method }: Plan): string {
  if (!enabled) return 'Automatic top-up is off. Owners buy hours as needed.'
  if (!pack || !(minutes > 0) || capCents === undefined) return ''
  if (pack.priceCents > capCents)
    return `The monthly cap is below the price of one pack, ${formatCents(pack.priceCents)}.`
  const name = approvers.find((p) => p.id === approver)?.name
  const left = Math.max(0, Math.floor((capCents - spentCents) / pack.priceCents))
  const what = `${pack.name} for ${formatCents(pack.priceCents)}`
  const how =
    method === 'card'
      ? 'charged to the stored card and available immediately'
      : 'paid by invoice and available once the invoice is paid'
  return `When the balance falls below ${formatMinutes(minutes)}, ${name ? `we ask ${name} to approve ${what}` : `we order ${what}`}, ${how}. ${left === 0 ? 'The cap for this month is reached' : left === 1 ? 'This can happen one more time this month' : `This can happen ${left} more times this month`}.`
}

const looks: Record<TopUpSettings['topUps'][number]['state'], { tone: Tone; label: string }> = {
  proposed: { tone: 'warn', label: 'Awaiting approval' },
  ordered: { tone: 'good', label: 'Ordered' },
  declined: { tone: 'neutral', label: 'Declined' },
  capped: { tone: 'warn', label: 'Not ordered, monthly cap reached' },
  failed: { tone: 'bad', label: 'Failed' },
}

function TopUps({ settings }: { settings: TopUpSettings }) {
  const [busy, setBusy] = useState<string>()
  if (settings.topUps.length === 0) return null
  async function decide(t: TopUpSettings['topUps'][number], approve: boolean) {
    setBusy(t.id)
    try {
      if (approve) await client.billing.approveTopUp({ id: t.id, expectedCents: t.priceCents })
      else await client.billing.declineTopUp({ id: t.id })
      showToast({ tone: 'good', title: approve ? `${t.pack.name} ordered` : 'Top-up declined' })
    } catch (e) {
      showToast({
        tone: 'destructive',
        title: approve ? 'The hours were not ordered' : 'The top-up was not declined',
        description: parseFailure(e)?.message ?? 'Try again.',
      })
    } finally {
      setBusy(undefined)
      void refreshMoney()
    }
  }
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-xs">Recent top-ups</h3>
      <ul>
        {settings.topUps.map((t) => (
          <li
            key={t.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-2.5 first:border-t-0"
          >
            <span className="min-w-0">
              {t.pack.name} for <span className="tabular">{formatCents(t.priceCents)}</span>
              <span className="mt-0.5 flex flex-wrap gap-x-2 text-muted text-xs">
                <StatusMark tone={looks[t.state].tone}>{looks[t.state].label}</StatusMark>
                <span>
                  Balance {formatMinutes(t.balanceMinutes)}, <RelativeTime iso={t.createdAt} />
                </span>
              </span>
            </span>
            {t.can.decide && (
              <span className="flex gap-2">
                <Button size="sm" disabled={busy === t.id} onClick={() => void decide(t, false)}>
                  Decline
                </Button>
                <Button size="sm" variant="primary" pending={busy === t.id} onClick={() => void decide(t, true)}>
                  Approve
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
