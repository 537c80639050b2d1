import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox, FieldSet, Select } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { api, call, failed, failureOf, client as server } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { save } from '../platform/upload.ts'
import { importOptions } from './contact-queries.ts'
import { assign, columnsOf, FIELDS, fileFacts, missing } from './import-columns.ts'
import type { ImportDetail, ImportField, ImportPlan, ImportPreview } from './model.ts'

const number = (n: number) => n.toLocaleString('en-US')

interface ImportCheckProps {
  file: ImportDetail
  /** Goes back to choosing a file. */
  onAgain: () => void
}

/** The second step: what the columns mean, what happens with what is there already, and what would come of it. */
export function ImportCheck({ file, onAgain }: ImportCheckProps) {
  const [plan, setPlan] = useState<ImportPlan>(
    () =>
      file.plan ?? {
        header: file.headerGuess,
        mapping: file.columns.map((c) => c.guess),
        existing: 'update',
        clients: 'create',
      },
  )
  const [starting, setStarting] = useState(false)
  const lacks = missing(plan.mapping)
  // Asked anew every time: what is there already may have changed.
  const preview = useQuery({
    ...api.contacts.checkImport.queryOptions({ input: { id: file.id, ...plan } }),
    enabled: lacks === undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const shown = lacks === undefined ? preview.data : undefined
  const problem = failureOf(preview.error)
  const fresh = shown !== undefined && !preview.isFetching && !preview.isError
  const willDo = shown ? shown.counts.created + shown.counts.updated : 0

  async function run() {
    setStarting(true)
    try {
      await server.contacts.runImport({ id: file.id, plan })
    } catch (e) {
      // Started from another tab: that one is shown then.
      if (failureOf(e)?.code !== 'IMPORT_STARTED')
        toast({
          title: 'The import did not start',
          description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
          tone: 'destructive',
        })
    } finally {
      await queries.invalidateQueries({ queryKey: importOptions(file.id).queryKey })
      setStarting(false)
    }
  }

  return (
    <>
      {file.notices.map((notice) => (
        <Banner key={notice} tone="warn">
          {notice}
        </Banner>
      ))}
      <Columns file={file} plan={plan} onChange={setPlan} error={lacks} />
      <section aria-label="Rules" className="grid gap-x-8 gap-y-6 text-sm md:grid-cols-2">
        <Radios
          label="Contacts that are there already"
          hint="The same by email; rows without an email by name and client."
          value={plan.existing}
          onChange={(existing) => setPlan({ ...plan, existing })}
          choices={[
            { value: 'update', label: 'Update them', meaning: 'Empty cells change nothing; notes are added to.' },
            { value: 'skip', label: 'Leave them as they are' },
            { value: 'create', label: 'Create them once more', meaning: 'Also rows that the file repeats.' },
          ]}
        />
        {plan.mapping.includes('client') && (
          <Radios
            label="Clients that are not there yet"
            value={plan.clients}
            onChange={(clients) => setPlan({ ...plan, clients })}
            choices={[
              { value: 'create', label: 'Create them' },
              { value: 'leave', label: 'Leave them out', meaning: 'The contacts come in without a client.' },
            ]}
          />
        )}
      </section>
      <section aria-labelledby="outcome" aria-busy={preview.isFetching} className="text-sm">
        <h2 id="outcome" className="mb-3 font-semibold text-base">
          What would happen
        </h2>
        {lacks ? (
          <p className="rounded-md border border-line border-dashed px-4 py-6 text-center text-muted">{lacks}</p>
        ) : preview.isError ? (
          <Banner
            tone="bad"
            title="The file could not be looked through"
            action={
              <Button size="sm" pending={preview.isFetching} onClick={() => void preview.refetch()}>
                Try again
              </Button>
            }
          >
            {Object.values(problem?.data?.fields ?? {})[0]?.[0] ??
              problem?.message ??
              'Something went wrong on the way.'}
          </Banner>
        ) : shown ? (
          <Outcome preview={shown} id={file.id} stale={preview.isFetching} />
        ) : (
          <div aria-busy className="grid gap-3 sm:grid-cols-4">
            {[0, 1, 2, 3].map((i) => (
              <Skeleton key={i} className="h-20" />
            ))}
          </div>
        )}
      </section>
      {fresh && willDo === 0 && (
        <Banner tone="info" title="Nothing to import">
          {shown.counts.refused > 0
            ? 'The rows that are not refused are there already. Mend the refused ones and upload them.'
            : 'Everything in this file is there already.'}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t pt-5 max-md:*:flex-1">
        <Button onClick={onAgain}>Choose another file</Button>
        <Button
          variant="primary"
          pending={starting || (lacks === undefined && preview.isFetching)}
          disabled={lacks !== undefined || preview.isError || (fresh && willDo === 0)}
          onClick={() => fresh && void run()}
        >
          {shown && willDo > 0 ? `Import ${number(willDo)} ${willDo === 1 ? 'contact' : 'contacts'}` : 'Import'}
        </Button>
      </div>
    </>
  )
}

interface ColumnsProps {
  file: ImportDetail
  plan: ImportPlan
  onChange: (plan: ImportPlan) => void
  error: string | undefined
}

/** What each column means, with what stands in it. */
function Columns({ file, plan, onChange, error }: ColumnsProps) {
  const id = useId()
  const columns = columnsOf(file, plan.header)
  return (
    <section aria-labelledby={id} className="text-sm">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="font-semibold text-base">
          What the columns mean
        </h2>
        <p className="text-muted">{fileFacts(file, plan.header)}</p>
      </div>
      <div className="rounded-md border border-line bg-surface">
        <div className="border-line border-b px-4 py-3">
          <Checkbox
            label="The first row names the columns"
            checked={plan.header}
            onChange={(event) => onChange({ ...plan, header: event.currentTarget.checked })}
          />
        </div>
        <ul className="divide-y divide-line">
          {columns.map(({ name, samples }, i) => {
            const field = plan.mapping[i] ?? null
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <li key={i} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
                <div className={cx('min-w-0 flex-1 basis-60', field === null && 'text-muted')}>
                  <p className="truncate font-medium" id={`${id}-${i}`}>
                    {name}
                  </p>
                  <p className="truncate text-muted text-xs">
                    {samples.length > 0 ? samples.join(' · ') : 'Nothing in the first rows'}
                  </p>
                </div>
                <Select
                  aria-labelledby={`${id}-${i}`}
                  value={field ?? ''}
                  onChange={(event) =>
                    onChange({
                      ...plan,
                      mapping: assign(plan.mapping, i, (event.currentTarget.value || null) as ImportField | null),
                    })
                  }
                  className="w-48 max-md:w-full"
                >
                  <option value="">Leave out</option>
                  {FIELDS.map((f) => (
                    <option key={f.value} value={f.value}>
                      {f.label}
                    </option>
                  ))}
                </Select>
              </li>
            )
          })}
        </ul>
      </div>
      {error && (
        <div className="mt-3">
          <Banner tone="warn">{error}</Banner>
        </div>
      )}
    </section>
  )
}

interface RadiosProps<Value extends string> {
  label: string
  hint?: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: string; meaning?: string }[]
}

function Radios<Value extends string>({ label, hint, value, onChange, choices }: RadiosProps<Value>) {
  const name = useId()
  return (
    <FieldSet label={label} hint={hint}>
      <div className="flex flex-col gap-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex gap-2.5 rounded-sm py-1 outline-accent outline-offset-2 has-focus-visible:outline-2 max-md:py-3"
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
            />
            <span
              aria-hidden
              className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-edge peer-checked:border-accent [&>span]:invisible peer-checked:[&>span]:visible"
            >
              <span className="size-2 rounded-full bg-accent" />
            </span>
            <span className="min-w-0">
              {choice.label}
              {choice.meaning && <span className="block text-muted text-xs">{choice.meaning}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldSet>
  )
}

/** The numbers, the first rows of each kind, and the rows to mend. */
function Outcome({ preview, id, stale }: { preview: ImportPreview; id: string; stale: boolean }) {
  const { counts } = preview
  const same = counts.unchanged + counts.skipped
  return (
    <div className={cx('flex flex-col gap-4 transition-opacity', stale && 'opacity-60')}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure name="New" value={counts.created} />
        <Figure name="Updated" value={counts.updated} />
        <Figure name="Left as they are" value={same} />
        <Figure name="Refused" value={counts.refused} tone={counts.refused > 0 ? 'text-bad' : undefined} />
      </dl>
      {counts.clientsCreated > 0 && (
        <p className="text-muted">
          {counts.clientsCreated === 1 ? 'One new client: ' : `${number(counts.clientsCreated)} new clients: `}
          <span className="text-text">{preview.newClients.slice(0, 8).join(', ')}</span>
          {counts.clientsCreated > 8 && ` and ${number(counts.clientsCreated - 8)} more`}
        </p>
      )}
      {preview.refused.length > 0 && (
        <Rows
          title={`${number(counts.refused)} ${counts.refused === 1 ? 'row is' : 'rows are'} refused`}
          action={<ProblemsButton id={id} />}
          more={counts.refused - preview.refused.length}
          rows={preview.refused.map(({ row, label, problems }) => ({
            row,
            label,
            detail: problems.map((p) => (p.column ? `${p.column}: ${p.message}` : p.message)).join(' '),
          }))}
          bad
        />
      )}
      {preview.created.length > 0 && (
        <Rows title="New" more={counts.created - preview.created.length} rows={preview.created} />
      )}
      {preview.updated.length > 0 && (
        <Rows title="Updated" more={counts.updated - preview.updated.length} rows={preview.updated} />
      )}
      {preview.skipped.length > 0 && (
        <Rows title="Skipped" more={counts.skipped - preview.skipped.length} rows={preview.skipped} />
      )}
    </div>
  )
}

/** A number with its name. */
export function Figure({ name, value, tone }: { name: string; value: number; tone?: string | undefined }) {
  return (
    <div className="flex flex-col-reverse rounded-md border border-line bg-surface px-4 py-3">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className={cx('tabular font-semibold text-lg', value === 0 ? 'text-muted' : tone)}>{number(value)}</dd>
    </div>
  )
}

interface RowsProps {
  title: string
  rows: readonly { row: number; label: string; detail: string }[]
  /** Rows of this kind that are not shown. */
  more: number
  action?: ReactNode
  bad?: boolean
}

function Rows({ title, rows, more, action, bad }: RowsProps) {
  return (
    <section aria-label={title} className="rounded-md border border-line">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-4 py-2">
        <h3 className="font-medium">{title}</h3>
        {action}
      </div>
      <ul className="divide-y divide-line border-line border-t">
        {rows.map((r) => (
          <li key={r.row} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2">
            <span className="tabular w-16 shrink-0 text-muted text-xs">Row {number(r.row)}</span>
            <span className="min-w-0 basis-44 [overflow-wrap:anywhere] max-sm:flex-1">{r.label || '(no name)'}</span>
            <span className={cx('min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]', bad ? 'text-bad' : 'text-muted')}>
              {r.detail}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-line border-t px-4 py-2 text-muted text-xs">and {number(more)} more</p>}
    </section>
  )
}

/** Saves the refused rows with their reasons: mended, they can be imported as they are. */
export function ProblemsButton({ id }: { id: string }) {
  const [pending, setPending] = useState(false)
  async function download() {
    setPending(true)
    try {
      const r = await call(`/api/v1/contact-imports/${id}/problems.csv`)
      if (!r.ok) throw await failed(r)
      save(await r.blob(), 'rows-to-mend.csv')
    } catch (e) {
      toast({
        title: 'The rows did not download',
        description: failureOf(e)?.message ?? 'Check your connection and try again.',
        tone: 'destructive',
      })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      size="sm"
      className="max-md:!h-11"
      icon={<Download aria-hidden className="size-4" />}
      pending={pending}
      onClick={() => void download()}
    >
      Download these rows
    </Button>
  )
}
