import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Checkbox, FieldSet, Select } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, parseFailure, client as server } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { importOptions } from './contact-queries.ts'
import { assignColumn, describeFile, FIELDS, findMissingColumns, guessColumns } from './import-columns.ts'
import { formatNumber, Result } from './import-result.tsx'
import type { ImportDetail, ImportField, ImportPlan } from './model.ts'

interface ImportCheckProps {
  file: ImportDetail
  /** Returns to choosing a file. */
  onAgain: () => void
}

/** The second step: what the columns mean, what happens to existing contacts, and a preview of the result. */
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
  const lacks = findMissingColumns(plan.mapping)
  // Checked again every time, because the existing contacts may have changed.
  const preview = useQuery({
    ...api.contacts.checkImport.queryOptions({ input: { id: file.id, ...plan } }),
    enabled: lacks === undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const shown = lacks === undefined ? preview.data : undefined
  const problem = parseFailure(preview.error)
  const fresh = shown !== undefined && !preview.isFetching && !preview.isError
  const total = shown ? shown.counts.created + shown.counts.updated : 0

  async function run() {
    setStarting(true)
    try {
      await server.contacts.runImport({ id: file.id, plan })
    } catch (e) {
      // The import was started from another tab, so show that one.
      if (parseFailure(e)?.code !== 'IMPORT_STARTED')
        showToast({
          title: 'Couldn’t start the import',
          description: parseFailure(e)?.message ?? 'Check your connection and try again.',
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
      <section aria-label="Options" className="grid gap-x-8 gap-y-6 text-sm md:grid-cols-2">
        <Radios
          label="Existing contacts"
          hint="Matched by email. Rows without an email are matched by name and client."
          value={plan.existing}
          onChange={(existing) => setPlan({ ...plan, existing })}
          choices={[
            {
              value: 'update',
              label: 'Update them',
              meaning: 'Empty cells don’t change anything. Notes are added to existing notes.',
            },
            { value: 'skip', label: 'Don’t update them' },
            { value: 'create', label: 'Create duplicates', meaning: 'Creates a contact for every row.' },
          ]}
        />
        {plan.mapping.includes('client') && (
          <Radios
            label="New clients"
            value={plan.clients}
            onChange={(clients) => setPlan({ ...plan, clients })}
            choices={[
              { value: 'create', label: 'Create them' },
              { value: 'leave', label: 'Don’t create them', meaning: 'Their contacts are imported without a client.' },
            ]}
          />
        )}
      </section>
      <section aria-labelledby="outcome" aria-busy={preview.isFetching} className="text-sm">
        <h2 id="outcome" className="mb-3 font-semibold text-base">
          Preview
        </h2>
        {lacks ? (
          <p className="rounded-md border border-line border-dashed px-4 py-6 text-center text-muted">{lacks}</p>
        ) : preview.isError ? (
          <Banner
            tone="bad"
            title="We couldn’t check this file"
            action={
              <Button size="sm" pending={preview.isFetching} onClick={() => void preview.refetch()}>
                Try again
              </Button>
            }
          >
            {Object.values(problem?.data?.fields ?? {})[0]?.[0] ??
              problem?.message ??
              'Check your connection and try again.'}
          </Banner>
        ) : shown ? (
          <Result preview={shown} id={file.id} stale={preview.isFetching} checkedAt={preview.dataUpdatedAt} />
        ) : (
          <div aria-busy className="grid gap-3 sm:grid-cols-4">
            {[0, 1, 2, 3].map((i) => (
              <Skeleton key={i} className="h-20" />
            ))}
          </div>
        )}
      </section>
      {fresh && total === 0 && (
        <Banner tone="info" title="Nothing to import">
          {shown.counts.refused > 0
            ? 'All other rows already exist. Fix the rejected rows and upload them.'
            : 'Every contact in this file already exists.'}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t pt-5 max-md:*:flex-1">
        <Button onClick={onAgain}>Choose another file</Button>
        <Button
          variant="primary"
          pending={starting || (lacks === undefined && preview.isFetching)}
          disabled={lacks !== undefined || preview.isError || (fresh && total === 0)}
          onClick={() => fresh && void run()}
        >
          {shown && total > 0 ? `Import ${formatNumber(total)} ${total === 1 ? 'contact' : 'contacts'}` : 'Import'}
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

/** The field of each column, with sample values. */
function Columns({ file, plan, onChange, error }: ColumnsProps) {
  const id = useId()
  const columns = guessColumns(file, plan.header)
  return (
    <section aria-labelledby={id} className="text-sm">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="font-semibold text-base">
          Match columns
        </h2>
        <p className="text-muted">{describeFile(file, plan.header)}</p>
      </div>
      <div className="rounded-md border border-line bg-surface">
        <div className="border-line border-b px-4 py-3">
          <Checkbox
            label="The first row contains column names"
            checked={plan.header}
            onChange={(event) => onChange({ ...plan, header: event.currentTarget.checked })}
          />
        </div>
        <ul className="divide-y divide-line">
          {columns.map(({ name, samples }, i) => {
            const field = plan.mapping[i] ?? null
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              <li key={i} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
                <div className={cx('min-w-0 flex-1 basis-60', field === null && 'text-muted')}>
                  <p className="truncate font-medium" id={`${id}-${i}`}>
                    {name}
                  </p>
                  <p className="truncate text-muted text-xs">
                    {samples.length > 0 ? samples.join(' · ') : 'Empty in the first rows'}
                  </p>
                </div>
                <Select
                  aria-labelledby={`${id}-${i}`}
                  value={field ?? ''}
                  onChange={(event) =>
                    onChange({
                      ...plan,
                      mapping: assignColumn(plan.mapping, i, (event.currentTarget.value || null) as ImportField | null),
                    })
                  }
                  className="w-48 max-md:w-full"
                >
                  <option value="">Don’t import</option>
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
