import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { client } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { companyOptions } from '../platform/company-options.ts'
import { EditFrame } from '../platform/edit-frame.tsx'
import { onceKeys } from '../platform/once.ts'
import { PartnerField } from '../platform/partner-field.tsx'
import { useSending } from '../platform/use-sending.ts'
import { conflictOf } from './form-conflict.ts'
import { hoursText, minutesIn, type Project, ref } from './model.ts'
import { agreementsOptions, refreshProjects, staffOptions, templatesOptions } from './project-queries.ts'

type Form = {
  company: { id: string; name: string } | null
  name: string
  description: string
  templateId: string
  agreementId: string
  leadId: string
  startsOn: string
  dueOn: string
  budget: string
}
const formOf = (p: Project): Form => ({
  company: p.company,
  name: p.name,
  description: p.description,
  templateId: '',
  agreementId: p.agreement?.id ?? '',
  leadId: p.lead.id,
  startsOn: p.startsOn ?? '',
  dueOn: p.dueOn ?? '',
  budget: hoursText(p.budgetMinutes),
})
const labels = {
  name: 'Name',
  description: 'Description',
  agreementId: 'Agreement',
  leadId: 'Lead',
  startsOn: 'First day',
  dueOn: 'Due',
  budget: 'Budget, hours',
} as const
type Key = keyof typeof labels

interface ProjectFormProps {
  /** Without it a new one is planned. */
  project?: Project
  /** For whom a new one is, if that is known. */
  companyId?: string
  onClose: () => void
}

/** Plans a project, or changes what it is. */
export function ProjectForm({ project, companyId, onClose }: ProjectFormProps) {
  const navigate = useNavigate()
  const { profile } = useAuth()
  const [base, setBase] = useState(project)
  const [blank] = useState<Form>(() => ({
    company: null,
    name: '',
    description: '',
    templateId: '',
    agreementId: '',
    leadId: profile?.id ?? '',
    startsOn: '',
    dueOn: '',
    budget: '',
  }))
  const [form, setForm] = useState(() => (base ? formOf(base) : blank))
  const [once] = useState(onceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Project>()
  const known = useQuery({ ...companyOptions(companyId ?? ''), enabled: companyId !== undefined })
  const company = form.company ?? known.data ?? null
  const agreements = useQuery({ ...agreementsOptions(company?.id ?? ''), enabled: company !== null })
  const leads = useQuery(staffOptions())
  const templates = useQuery({ ...templatesOptions(), enabled: !base })
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = JSON.stringify(form) !== JSON.stringify(base ? formOf(base) : blank)
  const error = (name: string) => (errors[name] ? { error: errors[name] } : {})

  async function save(version = base?.version) {
    const budgetMinutes = minutesIn(form.budget)
    const wrong: Record<string, string> = {}
    if (!company) wrong.companyId = 'Choose a partner.'
    if (form.name.trim() === '') wrong.name = 'Give it a name.'
    if (form.leadId === '') wrong.leadId = 'Choose who leads it.'
    if (budgetMinutes === undefined) wrong.budgetMinutes = 'Hours, such as 20 or 1.5.'
    if (Object.keys(wrong).length > 0 || !company || budgetMinutes === undefined) return setErrors(wrong)
    const facts = {
      name: form.name,
      description: form.description,
      agreementId: form.agreementId || null,
      leadId: form.leadId,
      startsOn: form.startsOn || null,
      dueOn: form.dueOn || null,
      budgetMinutes,
    }
    let made: Project | undefined
    const ok = await send(async () => {
      if (base && version !== undefined) await client.projects.edit({ id: base.id, version, ...facts })
      else {
        const input = { companyId: company.id, templateId: form.templateId || null, ...facts }
        made = await client.projects.create(input, { context: { idempotencyKey: once.keyFor(input) } })
      }
    })
    if (!ok) return
    void refreshProjects()
    toast({ title: base ? 'Project saved' : 'Project planned', tone: 'good' })
    onClose()
    if (made) void navigate(`/my-projects/${made.id}`)
  }
  const say = (key: Key, f: Form) =>
    key === 'leadId'
      ? (leads.data?.find((l) => l.id === f.leadId)?.name ?? (f.leadId ? 'Somebody' : ''))
      : key === 'agreementId'
        ? (agreements.data?.items.find((a) => a.id === f.agreementId)?.name ??
          (f.agreementId ? 'Another' : 'The usual one'))
        : f[key]
  const conflict = conflictOf({
    base,
    theirs,
    form,
    formOf,
    labels,
    say,
    goOn: (now, next) => {
      setBase(now)
      setForm(next)
      forget()
    },
  })

  return (
    <EditFrame
      title={base ? `Edit ${ref(base.number)}` : 'New project'}
      description={base ? base.name : 'It is planned first. The partner sees it at once, and is told when it begins.'}
      dirty={dirty}
      pending={pending}
      problem={problem}
      conflict={conflict}
      save={base ? 'Save project' : 'Plan project'}
      onSave={() => void save()}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {!base && !companyId && (
          <PartnerField
            value={form.company}
            onChange={(next) => set({ company: next, agreementId: '' })}
            error={errors.companyId}
          />
        )}
        {!base && (
          <Field label="Begin with" hint="Phases and tasks come from it." {...error('templateId')}>
            <Select
              value={form.templateId}
              onChange={(event) => {
                const templateId = event.currentTarget.value
                const template = templates.data?.items.find((t) => t.id === templateId)
                set({
                  templateId,
                  ...(template && form.name === '' ? { name: template.name } : {}),
                  ...(template && form.description === '' ? { description: template.description } : {}),
                  ...(template && form.budget === '' ? { budget: hoursText(template.budgetMinutes) } : {}),
                })
              }}
            >
              <option value="">An empty plan</option>
              {templates.data?.items.map((t) => (
                <option key={t.id} value={t.id}>
                  {t.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label="Name" required className="sm:col-span-2" {...error('name')}>
          <TextInput value={form.name} maxLength={200} onChange={(event) => set({ name: event.currentTarget.value })} />
        </Field>
        <Field
          label="Description"
          optional
          hint="Markdown. The partner reads it."
          className="sm:col-span-2"
          {...error('description')}
        >
          <TextArea
            rows={6}
            value={form.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
        </Field>
        <Field label="Lead" required {...error('leadId')}>
          <Select value={form.leadId} onChange={(event) => set({ leadId: event.currentTarget.value })}>
            <option value="">Choose</option>
            {base && !leads.data?.some((l) => l.id === base.lead.id) && (
              <option value={base.lead.id}>{base.lead.name}</option>
            )}
            {leads.data?.map((l) => (
              <option key={l.id} value={l.id}>
                {l.name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Agreement" hint="What its work counts for." {...error('agreementId')}>
          <Select
            value={form.agreementId}
            disabled={!company}
            onChange={(event) => set({ agreementId: event.currentTarget.value })}
          >
            <option value="">The usual one of the company</option>
            {base?.agreement && !agreements.data?.items.some((a) => a.id === base.agreement?.id) && (
              <option value={base.agreement.id}>{`A-${base.agreement.number} ${base.agreement.name}`}</option>
            )}
            {agreements.data?.items.map((a) => (
              <option key={a.id} value={a.id}>{`A-${a.number} ${a.name}`}</option>
            ))}
          </Select>
        </Field>
        <Field label="First day" optional hint="Days of a template count from it." {...error('startsOn')}>
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            value={form.startsOn}
            onChange={(event) => set({ startsOn: event.currentTarget.value })}
          />
        </Field>
        <Field label="Due" optional {...error('dueOn')}>
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            value={form.dueOn}
            onChange={(event) => set({ dueOn: event.currentTarget.value })}
          />
        </Field>
        <Field label="Budget" optional hint="Hours of work on its tasks." {...error('budgetMinutes')}>
          <TextInput
            inputMode="decimal"
            value={form.budget}
            onChange={(event) => set({ budget: event.currentTarget.value })}
          />
        </Field>
      </div>
    </EditFrame>
  )
}
