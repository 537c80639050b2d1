import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import type { z } from 'zod'
import type { Recovery } from '../../../contract/account/index.ts'
import { FieldError } from '../../ui/forms/control.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { GoogleMark } from './provider-marks.tsx'

export type SignInMethod = z.infer<typeof Recovery>['waysIn'][number]
export type Choice = 'keep' | 'remove'

const options = [
  ['keep', 'Keep'],
  ['remove', 'Remove'],
] as const

/** Asks whether to keep or remove one passkey or linked Google account. No option is preselected. */
export function SignInMethodChoice({
  method,
  choice,
  onChoose,
  error,
}: {
  method: SignInMethod
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
  error: string | undefined
}) {
  const id = useId()
  const google = method.kind === 'google'
  return (
    <fieldset
      aria-describedby={error ? `${id}-error ${id}-facts` : `${id}-facts`}
      className="flex min-w-0 flex-col gap-2 rounded-sm border border-line bg-ink px-3.5 py-3 text-sm"
    >
      <legend className="contents">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <span aria-hidden className="text-muted [&>svg]:size-4">
            {google ? <GoogleMark /> : <KeyRound />}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {google ? 'Google account' : `Passkey ${method.name}`}
          </span>
        </span>
      </legend>
      <p id={`${id}-facts`} className="text-muted text-xs leading-5">
        Added <RelativeTime iso={method.createdAt} />
        {' · '}
        {method.lastUsedAt ? (
          <>
            last used <RelativeTime iso={method.lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
      </p>
      <div className="grid grid-cols-2 gap-2">
        {options.map(([value, label]) => (
          <label
            key={value}
            className="relative flex h-9 items-center justify-center rounded-sm border border-edge bg-surface font-medium outline-accent outline-offset-2 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2 max-md:h-11"
          >
            <input
              type="radio"
              name={id}
              value={value}
              checked={choice === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChoose(value)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
            />
            <span className="peer-checked:text-accent">{label}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
