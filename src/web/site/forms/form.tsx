import { createContext, type ReactNode, use } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Line, marks } from '../icons.tsx'
import type { Refusal } from './refusal.ts'

/** Typed values by field name. Missing fields are empty. */
export type Typed = Record<string, string>

/** The values and errors that a form shows after it was rejected. */
export type Refused = { typed: Typed; refusal: Refusal }

/** The labels by field name, in the order of the form. */
type Labels = Record<string, string>

const RefusedContext = createContext<(Refused & { first: string | undefined }) | undefined>(undefined)

const warning = 'M12 8v5M12 16.5v.1M12 3 2.5 20h19z'

/** A form that works without a script. After a rejection, it lists the errors at the top. */
export function Form(props: {
  action: string
  /** The accessible name of the form. */
  label: string
  labels: Labels
  refused?: Refused
  hidden: Typed
  submit: string
  children: ReactNode
}) {
  const { refused } = props
  const first = refused && wrongFields(refused, props.labels)[0]
  return (
    <form className="form" method="post" action={props.action} aria-label={props.label} noValidate>
      {refused && <Summary refused={refused} labels={props.labels} />}
      {Object.entries(props.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* A honeypot field that is hidden from people, so only bots fill it in. */}
      <p className="sr-only" aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <RefusedContext value={refused && { ...refused, first }}>{props.children}</RefusedContext>
      <button className="button primary" type="submit">
        {props.submit}
        <Line d={marks.right} />
      </button>
    </form>
  )
}

const wrongFields = ({ refusal }: Refused, labels: Labels) => Object.keys(labels).filter((name) => refusal.fields[name])

const formatWait = (seconds: number) =>
  seconds < 90 ? 'in a minute' : seconds < 3600 ? `in ${Math.ceil(seconds / 60)} minutes` : 'in an hour or two'

function Summary({ refused, labels }: { refused: Refused; labels: Labels }) {
  const wrong = wrongFields(refused, labels)
  // Also shows errors of fields that are not on this page.
  const other = Object.entries(refused.refusal.fields).filter(([name]) => !labels[name])
  const { message, retryAfter } = refused.refusal
  return (
    // If no field has an error, focus the message itself.
    // biome-ignore lint/a11y/noAutofocus: a rejected form moves the focus to the first thing to fix
    <div className="refused" role="alert" tabIndex={-1} autoFocus={wrong.length === 0}>
      <Line d={warning} />
      <div>
        <p>
          {wrong.length > 0
            ? wrong.length === 1
              ? 'Check the highlighted field.'
              : 'Check the highlighted fields.'
            : message}
        </p>
        <ul>
          {wrong.map((name) => (
            <li key={name}>
              <a href={`#${name}`}>{labels[name]}</a>: {refused.refusal.fields[name]?.[0]}
            </li>
          ))}
          {retryAfter && (
            <li>{`Your entries are still here. Try again ${formatWait(retryAfter)}, or email ${brand.supportEmail}.`}</li>
          )}
          {other.map(([name, words]) => (
            <li key={name}>{words[0]}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/**
 * Returns a field's previous value, its error, and the props of its control. The first field with an error gets the
 * focus.
 */
function useField(name: string) {
  const refused = use(RefusedContext)
  const errors = refused?.refusal.fields[name]
  return {
    kept: refused?.typed[name],
    error: errors?.join(' '),
    control: {
      id: name,
      name,
      'aria-invalid': errors ? true : undefined,
      'aria-describedby': errors ? `${name}-error` : undefined,
      autoFocus: refused?.first === name,
    },
  }
}

function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className="error" id={`${name}-error`}>
      <Line d={warning} />
      {error}
    </p>
  )
}

function Label({ name, optional, children }: { name: string; optional?: boolean; children: string }) {
  return (
    <label htmlFor={name}>
      {children}
      {optional && <span> (optional)</span>}
    </label>
  )
}

/** A single-line text field. */
export function TextField(props: {
  name: string
  label: string
  type?: 'email' | 'tel' | 'text'
  autoComplete?: string
  optional?: boolean
}) {
  const { name, label, type = 'text', autoComplete, optional } = props
  const { kept, error, control } = useField(name)
  return (
    <div className="field">
      <Label name={name} optional={optional}>
        {label}
      </Label>
      <input {...control} type={type} autoComplete={autoComplete} defaultValue={kept} required={!optional} />
      <FieldError name={name} error={error} />
    </div>
  )
}

/** A multi-line text field. */
export function TextArea({ name, label }: { name: string; label: string }) {
  const { kept, error, control } = useField(name)
  return (
    <div className="field">
      <Label name={name}>{label}</Label>
      <textarea {...control} rows={6} defaultValue={kept} required />
      <FieldError name={name} error={error} />
    </div>
  )
}

/** A select field. `value` is preselected, and `children` are the options. */
export function Select(props: {
  name: string
  label: string
  value?: string
  optional?: boolean
  children: ReactNode
}) {
  const { kept, error, control } = useField(props.name)
  return (
    <div className="field">
      <Label name={props.name} optional={props.optional}>
        {props.label}
      </Label>
      <div className="select">
        <select {...control} defaultValue={kept ?? props.value} required={!props.optional}>
          {props.children}
        </select>
        <Line d={marks.down} />
      </div>
      <FieldError name={props.name} error={error} />
    </div>
  )
}

/** The consent checkbox that every form requires. It is never prechecked. `children` is the consent text. */
export function Consent({ children }: { children: string }) {
  const { kept, error, control } = useField('consent')
  return (
    <div className="field">
      <div className="consent">
        <input {...control} type="checkbox" value="yes" defaultChecked={kept === 'yes'} required />
        <label htmlFor="consent">
          {children} To learn how we handle your data, read our{' '}
          <a href="/legal/privacy" data-legal="">
            Privacy Policy
          </a>
          .
        </label>
      </div>
      <FieldError name="consent" error={error} />
    </div>
  )
}

/**
 * Returns the form token to send. The first token is kept because it shows how long filling in the form took, unless it
 * is too old.
 */
export const getFormToken = (fresh: string, refused?: Refused) =>
  refused?.refusal.code === 'FORM_TOO_OLD' ? fresh : refused?.typed.token || fresh
