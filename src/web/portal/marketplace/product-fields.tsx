import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Checkbox, Field, FieldSet, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import { below, type FieldErrors } from '../platform/use-sending.ts'
import { toolsOptions } from './catalogue-queries.ts'
import type { Form, Line } from './form-model.ts'
import { IntakeBuilder } from './intake-builder.tsx'
import { LinesField } from './lines-field.tsx'
import {
  type Audience,
  audienceLabels,
  type Category,
  categories,
  categoryLabels,
  type PriceModel,
  priceLabels,
} from './model.ts'

interface ProductFieldsProps {
  form: Form
  onChange: (part: Partial<Form>) => void
  errors: FieldErrors
  /** It has its address already. */
  created: boolean
  disabled: boolean
}

const PROMISE_MAX = 120
const lists: { key: 'steps' | 'needs' | 'included' | 'limits'; label: string; noun: string; hint: string }[] = [
  {
    key: 'steps',
    label: 'What it does, step by step',
    noun: 'Step',
    hint: 'One sentence each, in order. Enter adds one, Alt and an arrow key move it.',
  },
  { key: 'needs', label: 'What it needs', noun: 'Requirement', hint: 'Plans, permissions, settings.' },
  { key: 'included', label: 'What is included', noun: 'Point', hint: 'What the buyer gets.' },
  { key: 'limits', label: 'Where it stops, on purpose', noun: 'Limit', hint: 'What it leaves to people.' },
]

/** Everything that a product says. */
export function ProductFields({ form, onChange, errors, created, disabled }: ProductFieldsProps) {
  const { data: tools } = useQuery(toolsOptions())
  const suggestions = useMemo(
    () =>
      (tools?.items ?? []).map(({ name, products }) => ({
        name,
        ...(products > 0 ? { detail: products === 1 ? '1 product' : `${products} products` } : {}),
      })),
    [tools],
  )
  const wrong = (path: string) => {
    const error = errors[path]
    return error ? { error } : {}
  }
  const text = (
    key: 'name' | 'promise' | 'problem' | 'minutesWhy' | 'price' | 'setupDays' | 'minutesPerRun' | 'runsPerMonth',
  ) => ({
    value: form[key],
    disabled,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  })
  return (
    <>
      <section aria-labelledby="basics-title" className="flex flex-col gap-4">
        <h2 id="basics-title" className="font-semibold text-base">
          What it is
        </h2>
        <Field label="Name" required {...wrong('name')}>
          <TextInput maxLength={60} {...text('name')} />
        </Field>
        {created ? (
          <p className="text-muted text-xs">Its address stays: /marketplace/{form.slug}</p>
        ) : (
          <Field
            label="Address"
            required
            {...wrong('slug')}
            hint={`/marketplace/${form.slug || '…'}. It never changes.`}
          >
            <TextInput
              maxLength={60}
              spellCheck={false}
              autoCapitalize="none"
              value={form.slug}
              onChange={(event) => onChange({ slug: event.currentTarget.value.toLowerCase().replace(/\s+/g, '-') })}
            />
          </Field>
        )}
        <Field
          label="Promise"
          required
          {...wrong('promise')}
          hint={`One sentence. ${PROMISE_MAX - form.promise.length} characters left.`}
        >
          <TextArea rows={2} maxLength={PROMISE_MAX} {...text('promise')} />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Category" required {...wrong('category')}>
            <Select
              value={form.category}
              disabled={disabled}
              onChange={(event) => onChange({ category: event.currentTarget.value as Category })}
            >
              {categories.map((c) => (
                <option key={c} value={c}>
                  {categoryLabels[c]}
                </option>
              ))}
            </Select>
          </Field>
          <FieldSet
            label="For"
            required
            {...(below(errors, 'audience') ? { error: below(errors, 'audience') as string } : {})}
          >
            <div className="flex flex-wrap gap-x-5 gap-y-1">
              {(Object.keys(audienceLabels) as Audience[]).map((a) => (
                <Checkbox
                  key={a}
                  label={audienceLabels[a]}
                  disabled={disabled}
                  checked={form.audience.includes(a)}
                  onChange={(event) =>
                    onChange({
                      audience: event.currentTarget.checked
                        ? [...form.audience, a]
                        : form.audience.filter((o) => o !== a),
                    })
                  }
                />
              ))}
            </div>
          </FieldSet>
        </div>
        <Field
          label="Tools that it connects"
          required
          {...(below(errors, 'integrations') ? { error: below(errors, 'integrations') as string } : {})}
          hint="By the names their makers use. The marketplace is filtered by them."
        >
          {disabled ? (
            <TextInput readOnly value={form.integrations.join(', ')} />
          ) : (
            <TagInput
              value={form.integrations}
              onChange={(integrations) => onChange({ integrations })}
              suggestions={suggestions}
              noun="Tools"
              placeholder="Autotask, Microsoft 365 …"
              maxLength={60}
              max={12}
            />
          )}
        </Field>
        <Field label="The problem" required {...wrong('problem')} hint="As somebody who has it would put it.">
          <TextArea rows={3} maxLength={1000} {...text('problem')} />
        </Field>
      </section>

      {lists.map(({ key, label, noun, hint }) => (
        <LinesField
          key={key}
          label={label}
          noun={noun}
          hint={hint}
          value={form[key]}
          onChange={(next: Line[]) => onChange({ [key]: next })}
          error={errors[key]}
          errorAt={(at) => errors[`${key}.${at}`]}
          max={12}
          maxLength={400}
          disabled={disabled}
        />
      ))}

      <section aria-labelledby="price-title" className="flex flex-col gap-4">
        <h2 id="price-title" className="font-semibold text-base">
          Price and time
        </h2>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label="Price model" required {...wrong('priceModel')}>
            <Select
              value={form.priceModel}
              disabled={disabled}
              onChange={(event) => onChange({ priceModel: event.currentTarget.value as PriceModel })}
            >
              {(Object.keys(priceLabels) as PriceModel[]).map((m) => (
                <option key={m} value={m}>
                  {priceLabels[m]}
                </option>
              ))}
            </Select>
          </Field>
          {form.priceModel !== 'quote' && (
            <Field
              label={form.priceModel === 'monthly' ? 'Price a month, $' : 'Price, $'}
              required
              {...wrong('priceCents')}
            >
              <TextInput inputMode="decimal" {...text('price')} />
            </Field>
          )}
          <Field label="Set-up, working days" required {...wrong('setupDays')}>
            <TextInput inputMode="numeric" {...text('setupDays')} />
          </Field>
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label="Minutes by hand, per run" required {...wrong('minutesPerRun')}>
            <TextInput inputMode="numeric" {...text('minutesPerRun')} />
          </Field>
          <Field label="Runs a month, typically" required {...wrong('runsPerMonth')}>
            <TextInput inputMode="numeric" {...text('runsPerMonth')} />
          </Field>
        </div>
        <Field label="Why so many minutes" required {...wrong('minutesWhy')} hint="What the person would do.">
          <TextArea rows={2} maxLength={400} {...text('minutesWhy')} />
        </Field>
      </section>

      <IntakeBuilder
        value={form.intake}
        onChange={(intake) => onChange({ intake })}
        errors={errors}
        disabled={disabled}
      />
    </>
  )
}
