// The controls of a form, row by row, as the fields of a record declare them. Declarations name their control as data,
// so that a list can read them without loading the control.
import { type ComponentProps, Fragment, type ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { cx } from '../../../ui/cx.ts'
import { Field, TextArea, TextInput } from '../../../ui/forms/field.tsx'

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoCapitalize' | 'autoComplete' | 'placeholder'
>
/** The control that a field is edited with; `max` is in characters. `chosen`: the form itself provides the control. */
export type Control =
  | { is: 'text'; max: number; missing?: string; input?: InputProps }
  | { is: 'area'; max: number; rows: 2 | 3; autoComplete?: string }
  | { is: 'chosen' }

/**
 * The fields of a form, in order; fields of one row are side by side. `missing` makes a text required and is its error.
 */
type FormFields = readonly {
  key: string
  label: string
  edit: { control: Control; row: number; hint?: string }
}[]

const most = (value: number) => ({ value, message: `At most ${value.toLocaleString('en-US')} characters.` })

interface FormRowsProps<Values extends FieldValues> {
  fields: FormFields
  form: UseFormReturn<Values>
  /** The controls that the form itself provides, by field. */
  chosen?: Readonly<Record<string, ReactNode>>
  /** Hints that depend on what is typed, by field. */
  hints?: Readonly<Record<string, string | undefined>>
  /** The content below a row of the form, by the row's number. */
  below?: Readonly<Record<number, ReactNode>>
  /** Does not mark optional fields, because most fields of the form are optional. */
  unmarked?: boolean
}

/** The rows of a form. */
export function FormRows<Values extends FieldValues>(props: FormRowsProps<Values>) {
  const { fields, form, chosen, hints, below, unmarked = false } = props
  const control = ({ key, label, edit }: FormFields[number]) => {
    const kind = edit.control
    if (kind.is === 'chosen') return <Fragment key={key}>{chosen?.[key]}</Fragment>
    const missing = kind.is === 'text' ? kind.missing : undefined
    const registered = form.register(key as Path<Values>, {
      ...(missing ? { validate: (typed: string) => typed.trim() !== '' || missing } : {}),
      maxLength: most(kind.max),
    })
    return (
      <Field
        key={key}
        label={label}
        required={!!missing}
        optional={!missing && !unmarked}
        hint={hints?.[key] ?? edit.hint}
        error={form.formState.errors[key]?.message as string | undefined}
      >
        {kind.is === 'area' ? (
          <TextArea rows={kind.rows} autoComplete={kind.autoComplete ?? 'off'} {...registered} />
        ) : (
          <TextInput autoComplete="off" {...kind.input} {...registered} />
        )}
      </Field>
    )
  }
  const rows = [...new Set(fields.map(({ edit }) => edit.row))]
  return rows.map((row) => {
    const controls = fields.filter(({ edit }) => edit.row === row).map(control)
    return (
      <Fragment key={row}>
        {controls.length > 1 ? (
          <div className={cx('grid sm:grid-cols-2', unmarked ? 'gap-6' : 'gap-5')}>{controls}</div>
        ) : (
          controls
        )}
        {below?.[row]}
      </Fragment>
    )
  })
}
