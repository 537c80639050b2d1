import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Field, Select, TextArea, TextInput } from '../../ui/forms/field.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client } from '../platform/data/api.ts'
import { createOnceKeys } from '../platform/data/once.ts'
import { useSending } from '../platform/data/use-sending.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { EditFrame } from '../platform/forms/edit-frame.tsx'
import { PartnerField } from '../platform/forms/partner-field.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { describeConflict } from './form-conflict.ts'
import { formatHoursField, formatProjectNumber, type Project, parseHoursField } from './model.ts'
import { agreementsOptions, projectStaffOptions, projectTemplatesOptions, refreshProjects } from './project-queries.ts'

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
  budget: formatHoursField(p.budgetMinutes),
})
const labels = {
  name: 'Name',
  description: 'Description',
  agreementId: 'Agreement',
  leadId: 'Lead',
  startsOn: 'Start date',
  dueOn: 'Due date',
  budget: 'Budget, hours',
} as const
type Key = keyof typeof labels

interface ProjectFormProps {
  /** Undefined creates a new project. */
  project?: Project
  /** The company of a new project, if it is known. */
  companyId?: string
  onClose: () => void
}

/** Creates or edits a project. */
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
  const [once] = useState(createOnceKeys)
  const { pending, errors, problem, theirs, send, setErrors, forget } = useSending<Project>()
  const known = useQuery({ ...companyOptions(companyId ?? ''), enabled: companyId !== undefined })
  const company = form.company ?? known.data ?? null
  const agreements = useQuery({ ...agreementsOptions(company?.id ?? ''), enabled: company !== null })
  const leads = useQuery(projectStaffOptions())
  const templates = useQuery({ ...projectTemplatesOptions(), enabled: !base })
  const set = (more: Partial<Form>) => setForm((now) => ({ ...now, ...more }))
  const dirty = JSON.stringify(form) !== JSON.stringify(base ? formOf(base) : blank)
  const error = (name: string) => (errors[name] ? { error: errors[name] } : {})

  async function save(version = base?.version) {
    const budgetMinutes = parseHoursField(form.budget)
    const wrong: Record<string, string> = {}
    if (!company) wrong.companyId = 'Choose a partner.'
    if (form.name.trim() === '') wrong.name = 'Enter a name.'
    if (form.leadId === '') wrong.leadId = 'Choose a lead.'
    if (budgetMinutes === undefined) wrong.budgetMinutes = 'Enter hours, such as 20 or 1.5.'
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
      if (base && version !== undefined) return client.projects.edit({ id: base.id, version, ...facts })
      const input = { companyId: company.id, templateId: form.templateId || null, ...facts }
      made = await client.projects.create(input, { context: { idempotencyKey: once.keyFor(input) } })
      return made
    })
    if (!ok) return
    void refreshProjects()
    showToast({ title: base ? 'Project saved' : 'Project created', tone: 'good' })
    onClose()
    if (made) void navigate(`/my-projects/${made.id}`)
  }
  const say = (key: Key, f: Form) =>
    key === 'leadId'
      ? (leads.data?.find((l) => l.id === f.leadId)?.name ?? (f.leadId ? 'Someone else' : ''))
      : key === 'agreementId'
        ? (agreements.data?.items.find((a) => a.id === f.agreementId)?.name ??
          (f.agreementId ? 'Another agreement' : 'Company default'))
        : f[key]
  const conflict = describeConflict({
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
      title={base ? `Edit ${formatProjectNumber(base.number)}` : 'New project'}
      description={base ? base.name : 'The partner can see the project immediately and is notified when work starts.'}
      dirty={dirty}
      pending={pending}
      problem={problem}
      conflict={conflict}
      save={base ? 'Save project' : 'Create project'}
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
          <Field label="Template" hint="Adds its phases and tasks." {...error('templateId')}>
            <Select
              value={form.templateId}
              onChange={(event) => {
                const templateId = event.currentTarget.value
                const template = templates.data?.items.find((t) => t.id === templateId)
                set({
                  templateId,
                  ...(template && form.name === '' ? { name: template.name } : {}),
                  ...(template && form.description === '' ? { description: template.description } : {}),
                  ...(template && form.budget === '' ? { budget: formatHoursField(template.budgetMinutes) } : {}),
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
          hint="You can use Markdown. The partner sees this."
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
            <option value="">Choose a lead</option>
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
        <Field label="Agreement" hint="The agreement that its work counts toward." {...error('agreementId')}>
          <Select
            value={form.agreementId}
            disabled={!company}
            onChange={(event) => set({ agreementId: event.currentTarget.value })}
          >
            <option value="">Company default</option>
            {base?.agreement && !agreements.data?.items.some((a) => a.id === base.agreement?.id) && (
              <option value={base.agreement.id}>{`A-${base.agreement.number} ${base.agreement.name}`}</option>
            )}
            {agreements.data?.items.map((a) => (
              <option key={a.id} value={a.id}>{`A-${a.number} ${a.name}`}</option>
            ))}
          </Select>
        </Field>
        <Field label="Start date" optional hint="Template days count from this date." {...error('startsOn')}>
          <TextInput
            type="date"
            className="[color-scheme:dark]"
            value={form.startsOn}
            onChange={(event) => set({ startsOn: event.currentTarget.value })}
          />
        </Field>
        <Field label="Due date" optional {...error('dueOn')}>
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
