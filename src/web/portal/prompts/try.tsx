import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatTime } from '../../../contract/plain/dates.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTimeZone } from '../../ui/text/relative-time.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import {
  countText,
  formatMicrodollars,
  formatSeconds,
  formatVersion,
  type ModelStatus,
  type PastInput,
  type Prompt,
  type TestRun,
} from './model.ts'
import { inputsOptions } from './prompt-queries.ts'
import { SetUp } from './set-up.tsx'

interface TryProps {
  prompt: Prompt
  status: ModelStatus | undefined
  /** The text in the editor, if it differs from the saved version. */
  body: string | undefined
}
type On = 'values' | 'past' | 'replay'
const EDITOR = 'editor'

/** Tests a prompt before it goes live: on typed values, on a past input, or on many inputs next to the live version. */
export function Try({ prompt, status, body }: TryProps) {
  const [which, setWhich] = useState(body === undefined ? String(prompt.newest) : EDITOR)
  const [on, setOn] = useState<On>('values')
  if (status && !status.model) return <SetUp />
  const chosen =
    which === EDITOR && body !== undefined ? { body } : { number: Number(which === EDITOR ? prompt.newest : which) }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-4">
        <div className="min-w-56">
          <Field label="Version to test">
            <Select value={which} onChange={(event) => setWhich(event.currentTarget.value)}>
              {body !== undefined && <option value={EDITOR}>The text in the editor</option>}
              {prompt.versions.map((v) => (
                <option key={v.number} value={v.number}>
                  {formatVersion(v.number)}
                  {v.number === prompt.live ? ' (live)' : ''}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Segmented<On>
          label="Test with"
          value={on}
          onChange={setOn}
          options={[
            { value: 'values', label: 'Values' },
            { value: 'past', label: 'Past input' },
            { value: 'replay', label: 'Replay' },
          ]}
        />
      </div>
      {on === 'values' && <OnValues prompt={prompt} chosen={chosen} />}
      {on === 'past' && <OnPast prompt={prompt} chosen={chosen} />}
      {on === 'replay' && <Replay key={which} prompt={prompt} chosen={chosen} />}
    </div>
  )
}
type Chosen = { body: string } | { number: number }
type Sending = { prompt: Prompt; chosen: Chosen }

/** Returns the state and result of a test run, and a function that starts one. */
function useRun() {
  const [run, setRun] = useState<TestRun>()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function start(work: () => Promise<TestRun>) {
    setPending(true)
    setProblem(undefined)
    try {
      setRun(await work())
    } catch (e) {
      const failure = parseFailure(e)
      const [field] = Object.values(failure?.data?.fields ?? {})
      setProblem(field?.[0] ?? failure?.message ?? 'The test did not run. Try again.')
    } finally {
      setPending(false)
    }
  }
  return { run, pending, problem, start }
}

function OnValues({ prompt, chosen }: Sending) {
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(prompt.variables.map((v) => [v.name, v.sample])),
  )
  const { run, pending, problem, start } = useRun()
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <form
        noValidate
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void start(() => client.prompts.test({ key: prompt.key, ...chosen, values }))
        }}
      >
        {prompt.variables.map((v) => (
          <Field key={v.name} label={v.name} hint={v.about}>
            {v.sample.length > 80 || v.sample.includes('\n') ? (
              <TextArea
                rows={6}
                value={values[v.name] ?? ''}
                onChange={(event) => setValues({ ...values, [v.name]: event.currentTarget.value })}
              />
            ) : (
              <TextInput
                value={values[v.name] ?? ''}
                onChange={(event) => setValues({ ...values, [v.name]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
        <div>
          <Button type="submit" variant="primary" pending={pending}>
            Run test
          </Button>
        </div>
      </form>
      <Outcome run={run} pending={pending} problem={problem} />
    </div>
  )
}

function useInputs(prompt: Prompt) {
  const { data, isError, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    inputsOptions(prompt.key),
  )
  return {
    items: data?.pages.flatMap((page) => page.items),
    problem: isError ? (parseFailure(error)?.message ?? 'Check your connection and try again.') : undefined,
    more: hasNextPage ? { pending: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  }
}
const NONE = (
  <p className="text-muted text-sm">
    This prompt was not used in the last 30 days, or only for companies that have since turned the language model off.
  </p>
)

function OnPast({ prompt, chosen }: Sending) {
  const { items, problem: broken, more } = useInputs(prompt)
  const [id, setId] = useState<string>()
  const { run, pending, problem, start } = useRun()
  if (broken) return <Banner tone="bad">{broken}</Banner>
  if (!items) return <Skeleton className="h-48 rounded-md" />
  if (items.length === 0) return NONE
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3">
        <ul className="max-h-[60vh] divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface text-sm">
          {items.map((input) => (
            <li key={input.id}>
              <label className="flex min-h-11 cursor-pointer items-start gap-3 px-4 py-2.5 hover:bg-raised">
                <input
                  type="radio"
                  name="input"
                  className="mt-1 accent-accent"
                  checked={id === input.id}
                  onChange={() => setId(input.id)}
                />
                <Input input={input} />
              </label>
            </li>
          ))}
        </ul>
        {more && (
          <Button size="sm" className="self-start" pending={more.pending} onClick={more.load}>
            Show older inputs
          </Button>
        )}
        <div>
          <Button
            variant="primary"
            pending={pending}
            disabled={!id}
            onClick={() => id && void start(() => client.prompts.test({ key: prompt.key, ...chosen, inputId: id }))}
          >
            Run test
          </Button>
        </div>
      </div>
      <Outcome run={run} pending={pending} problem={problem} />
    </div>
  )
}

function Input({ input }: { input: PastInput }) {
  const timeZone = useTimeZone()
  return (
    <span className="min-w-0">
      <span className="block [overflow-wrap:anywhere]">{input.excerpt}</span>
      <span className="block text-muted text-xs">
        {input.company.name} · {formatTime(input.at, timeZone)} · {formatVersion(input.number)}
      </span>
    </span>
  )
}

const MANY = [5, 10, 20]
type Pair = { input: PastInput; live?: TestRun; other?: TestRun; problem?: string }

function Replay({ prompt, chosen }: Sending) {
  const { items, problem: broken } = useInputs(prompt)
  const [many, setMany] = useState(5)
  const [pairs, setPairs] = useState<Pair[]>([])
  const [running, setRunning] = useState(false)
  const stop = useRef(false)
  // Stop when the screen closes, because every run costs money.
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )
  if (broken) return <Banner tone="bad">{broken}</Banner>
  if (!items) return <Skeleton className="h-48 rounded-md" />
  if (items.length === 0) return NONE
  async function start(of: PastInput[]) {
    stop.current = false
    setRunning(true)
    setPairs([])
    // One after the other, so that results arrive in order and Stop takes effect.
    for (const input of of) {
      if (stop.current) break
      try {
        const both = await client.prompts.replay({ key: prompt.key, ...chosen, inputId: input.id })
        setPairs((now) => [...now, { input, ...both }])
      } catch (e) {
        setPairs((now) => [
          ...now,
          { input, problem: parseFailure(e)?.message ?? 'This input was not replayed. Try again.' },
        ])
        if (['BUDGET_SPENT', 'NO_MODEL'].includes(parseFailure(e)?.code ?? '')) break
      }
    }
    setRunning(false)
  }
  const sum = (of: 'live' | 'other') => {
    const runs = pairs.flatMap((p) => p[of] ?? [])
    const cost = runs.every((r) => r.costMicros !== null) ? runs.reduce((n, r) => n + (r.costMicros ?? 0), 0) : null
    const ms = runs.length ? runs.reduce((n, r) => n + r.ms, 0) / runs.length : null
    return `${formatSeconds(ms)} on average, ${formatMicrodollars(cost)} in total, ${runs.filter((r) => r.output).length} of ${runs.length} answered`
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Past inputs">
          <Select value={many} onChange={(event) => setMany(Number(event.currentTarget.value))}>
            {MANY.map((n) => (
              <option key={n} value={n}>
                Last {n} inputs
              </option>
            ))}
          </Select>
        </Field>
        {running ? (
          <Button
            onClick={() => {
              stop.current = true
            }}
          >
            Stop
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void start(items.slice(0, many))}>
            Replay
          </Button>
        )}
        <p role="status" className="text-muted text-sm md:pb-2">
          {running
            ? `${pairs.length} of ${Math.min(many, items.length)} done`
            : 'Each input runs twice: with the live version and with the version to test.'}
        </p>
      </div>
      {pairs.length > 0 && (
        <>
          <dl className="grid gap-3 text-sm md:grid-cols-2">
            <div>
              <dt className="text-muted text-xs">Live: {formatVersion(prompt.live).toLowerCase()}</dt>
              <dd>{sum('live')}</dd>
            </div>
            <div>
              <dt className="text-muted text-xs">
                Test: {formatVersion('number' in chosen ? chosen.number : null).toLowerCase()}
              </dt>
              <dd>{sum('other')}</dd>
            </div>
          </dl>
          <ol className="flex flex-col gap-4">
            {pairs.map((p) => (
              <li key={p.input.id} className="rounded-md border border-line bg-surface text-sm">
                <div className="border-line border-b px-4 py-3">
                  <Input input={p.input} />
                </div>
                {p.problem ? (
                  <p className="px-4 py-3 text-bad">{p.problem}</p>
                ) : (
                  <div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
                    <Answer label="Live" run={p.live} />
                    <Answer label="Test" run={p.other} />
                  </div>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

const Answer = ({ label, run }: { label: string; run: TestRun | undefined }) => (
  <div className="min-w-0 px-4 py-3">
    <p className="text-muted text-xs">
      {label}
      {run && ` · ${formatSeconds(run.ms)} · ${formatMicrodollars(run.costMicros)}`}
    </p>
    {run && <Said run={run} />}
  </div>
)
const Said = ({ run }: { run: TestRun }): ReactNode =>
  run.output === null ? (
    <p className="mt-1 text-bad">{run.problem}</p>
  ) : (
    <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{run.output}</p>
  )

function Outcome({
  run,
  pending,
  problem,
}: {
  run: TestRun | undefined
  pending: boolean
  problem: string | undefined
}) {
  return (
    <section
      aria-label="Result"
      aria-busy={pending}
      className="min-w-0 rounded-md border border-line bg-surface text-sm xl:sticky xl:top-24"
    >
      <h2 className="border-line border-b px-4 py-3 font-medium">Answer</h2>
      <div role="status" className="px-4 py-3">
        {pending ? (
          <Skeleton className="h-20" />
        ) : problem ? (
          <p className="text-bad">{problem}</p>
        ) : run ? (
          <Said run={run} />
        ) : (
          <p className="text-muted">No test yet. A test costs one request to the model and changes nothing.</p>
        )}
      </div>
      {run && !pending && (
        <>
          <dl className="grid grid-cols-3 gap-3 border-line border-t px-4 py-3">
            {[
              ['Time', formatSeconds(run.ms)],
              ['Tokens', `${countText(run.tokensIn)} in, ${countText(run.tokensOut)} out`],
              ['Cost', formatMicrodollars(run.costMicros)],
            ].map(([label, value]) => (
              <div key={label}>
                <dt className="text-muted text-xs">{label}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ))}
          </dl>
          <details className="border-line border-t">
            <summary className="flex min-h-11 cursor-pointer items-center px-4">Text sent to the model</summary>
            <p className="max-h-96 overflow-y-auto whitespace-pre-wrap px-4 pb-4 font-mono text-xs leading-relaxed [overflow-wrap:anywhere]">
              {run.sent}
            </p>
          </details>
        </>
      )}
    </section>
  )
}
