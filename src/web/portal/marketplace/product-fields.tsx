import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Checkbox, Field, FieldSet, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { TagInput } from '../../ui/forms/tag-input.tsx'
import { type FieldErrors, findErrorsBelow } from '../platform/data/use-sending.ts'
import { toolsOptions } from './catalogue-queries.ts'
import { type Form, getFieldTexts } from './fields.tsx'
import { IntakeBuilder } from './intake-builder.tsx'
import { LinesField } from './lines-field.tsx'
import {
  type Audience,
  audienceLabels,
  type Category,
  type PriceModel,
  priceLabels,
  productCategories,
  productCategoryLabels,
} from './model.ts'
import type { Line } from './typed.ts'

interface ProductFieldsProps {
  form: Form
  onChange: (part: Partial<Form>) => void
  errors: FieldErrors
  /** Whether the product exists. Its URL can’t be changed then. */
  created: boolean
  disabled: boolean
}

const lists: { key: 'steps' | 'needs' | 'included' | 'limits'; noun: string }[] = [
  { key: 'steps', noun: 'Step' },
  { key: 'needs', noun: 'Requirement' },
  { key: 'included', noun: 'Item' },
  { key: 'limits', noun: 'Limit' },
]
const asked = (key: keyof Form) => {
  const { label, hint } = getFieldTexts(key)
  return hint ? { label, hint } : { label }
}
// Every text field has a maximum length.
const longest = (key: keyof Form) => ({ maxLength: getFieldTexts(key).max as number })

/** The form fields of a product. */
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
          Basics
        </h2>
        <Field {...asked('name')} required {...wrong('name')}>
          <TextInput {...longest('name')} {...text('name')} />
        </Field>
        {created ? (
          <p className="text-muted text-xs">URL: /marketplace/{form.slug}. It can’t be changed.</p>
        ) : (
          <Field
            {...asked('slug')}
            required
            {...wrong('slug')}
            hint={`/marketplace/${form.slug || '…'}. You can’t change it later.`}
          >
            <TextInput
              {...longest('slug')}
              spellCheck={false}
              autoCapitalize="none"
              value={form.slug}
              onChange={(event) => onChange({ slug: event.currentTarget.value.toLowerCase().replace(/\s+/g, '-') })}
            />
          </Field>
        )}
        <Field
          {...asked('promise')}
          required
          {...wrong('promise')}
          hint={`One sentence. ${longest('promise').maxLength - form.promise.length} characters left.`}
        >
          <TextArea rows={2} {...longest('promise')} {...text('promise')} />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field {...asked('category')} required {...wrong('category')}>
            <Select
              value={form.category}
              disabled={disabled}
              onChange={(event) => onChange({ category: event.currentTarget.value as Category })}
            >
              {productCategories.map((c) => (
                <option key={c} value={c}>
                  {productCategoryLabels[c]}
                </option>
              ))}
            </Select>
          </Field>
          <FieldSet
            {...asked('audience')}
            required
            {...(findErrorsBelow(errors, 'audience') ? { error: findErrorsBelow(errors, 'audience') as string } : {})}
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
          {...asked('integrations')}
          required
          {...(findErrorsBelow(errors, 'integrations')
            ? { error: findErrorsBelow(errors, 'integrations') as string }
            : {})}
        >
          {disabled ? (
            <TextInput readOnly value={form.integrations.join(', ')} />
          ) : (
            <TagInput
              value={form.integrations}
              onChange={(integrations) => onChange({ integrations })}
              suggestions={suggestions}
              noun="Tools"
              placeholder="Autotask, Microsoft 365…"
              {...longest('integrations')}
              max={12}
            />
          )}
        </Field>
        <Field {...asked('problem')} required {...wrong('problem')}>
          <TextArea rows={3} {...longest('problem')} {...text('problem')} />
        </Field>
      </section>

      {lists.map(({ key, noun }) => (
        <LinesField
          key={key}
          {...asked(key)}
          noun={noun}
          value={form[key]}
          onChange={(next: Line[]) => onChange({ [key]: next })}
          error={errors[key]}
          errorAt={(at) => errors[`${key}.${at}`]}
          max={12}
          {...longest(key)}
          disabled={disabled}
        />
      ))}

      <section aria-labelledby="price-title" className="flex flex-col gap-4">
        <h2 id="price-title" className="font-semibold text-base">
          Price and time
        </h2>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field {...asked('priceModel')} required {...wrong('priceModel')}>
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
              label={form.priceModel === 'monthly' ? 'Price per month (USD)' : 'Price (USD)'}
              required
              {...wrong('priceCents')}
            >
              <TextInput inputMode="decimal" {...text('price')} />
            </Field>
          )}
          <Field {...asked('setupDays')} required {...wrong('setupDays')}>
            <TextInput inputMode="numeric" {...text('setupDays')} />
          </Field>
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field {...asked('minutesPerRun')} required {...wrong('minutesPerRun')}>
            <TextInput inputMode="numeric" {...text('minutesPerRun')} />
          </Field>
          <Field {...asked('runsPerMonth')} required {...wrong('runsPerMonth')}>
            <TextInput inputMode="numeric" {...text('runsPerMonth')} />
          </Field>
        </div>
        <Field {...asked('minutesWhy')} required {...wrong('minutesWhy')}>
          <TextArea rows={2} {...longest('minutesWhy')} {...text('minutesWhy')} />
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
