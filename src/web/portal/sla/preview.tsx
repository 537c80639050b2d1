import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameTimeZone } from '../../../contract/plain/time-zone.ts'
import { getNowDate } from '../../ui/clock.ts'
import { Field, TextInput } from '../../ui/forms/field.tsx'
import { api, parseFailure } from '../platform/data/api.ts'
import { useDebounced } from '../platform/data/use-debounced.ts'
import { type Calendar, clockLabels, clocks, type Targets } from './model.ts'
import { getNextFriday } from './target-text.ts'

interface PreviewProps {
  targets: Targets
  /** A saved calendar, or one that is being edited. */
  calendar: { id: string; timeZone: string } | Pick<Calendar, 'timeZone' | 'hours' | 'holidays'>
}

/** Shows when an example ticket would be due. The server calculates it in the same way as for real tickets. */
export function TargetPreview({ targets, calendar }: PreviewProps) {
  const [openedAt, setOpenedAt] = useState(() => getNextFriday(calendar, getNowDate()))
  const input = useDebounced(
    {
      targets,
      calendar:
        'id' in calendar
          ? calendar.id
          : { timeZone: calendar.timeZone, hours: calendar.hours, holidays: calendar.holidays },
      openedAt,
    },
    300,
  )
  const { data, error, isPlaceholderData } = useQuery({
    ...api.sla.preview.queryOptions({ input }),
    enabled: openedAt !== '',
    placeholderData: keepPreviousData,
  })
  const formatDueTime = (iso: string) =>
    new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: data?.timeZone,
    }).format(new Date(iso))
  return (
    <section aria-label="Preview" className="rounded-md border border-line bg-ink p-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label="Preview a ticket opened at" className="w-56 max-sm:w-full">
          <TextInput
            type="datetime-local"
            value={openedAt}
            onChange={(event) => setOpenedAt(event.currentTarget.value)}
            className="tabular [color-scheme:dark]"
          />
        </Field>
        <p className="pb-2 text-muted text-xs">Times in {nameTimeZone(data?.timeZone ?? calendar.timeZone)}</p>
      </div>
      {error && !isPlaceholderData && !data ? (
        <p className="mt-3 text-muted text-sm">
          {parseFailure(error)?.status === 400
            ? 'To see the preview, correct the fields above.'
            : 'Couldn’t load the preview. Check your connection and try again.'}
        </p>
      ) : (
        <table className="tabular mt-3 w-full text-left text-sm" aria-busy={isPlaceholderData || undefined}>
          <thead className="text-muted text-xs">
            <tr>
              <th scope="col" className="py-1.5 pr-3 font-medium">
                <span className="sr-only">Priority</span>
              </th>
              {clocks.map((clock) => (
                <th key={clock} scope="col" className="py-1.5 pr-3 font-medium">
                  {clockLabels[clock]} due
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(data?.priorities ?? []).map((p) => (
              <tr key={p.priority} className="border-line border-t">
                <th scope="row" className="py-1.5 pr-3 font-medium">
                  {p.priority}
                </th>
                <td className="py-1.5 pr-3">{formatDueTime(p.responseDueAt)}</td>
                <td className="py-1.5">{formatDueTime(p.resolutionDueAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
