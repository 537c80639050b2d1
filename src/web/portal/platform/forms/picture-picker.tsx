import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { api, client, parseFailure } from '../data/api.ts'
import { queries } from '../data/queries.ts'
import { PictureAvatar } from '../picture-avatar.tsx'
import { useAuth } from '../session/auth.tsx'
import { userUpdated } from '../session/session.client.ts'
import { NoPicture, sendPicture, shrinkPicture } from './send-picture.ts'

interface PicturePickerProps {
  of: 'me' | 'company'
  /** The name of the picture: "Photo" or "Logo". */
  label: string
}

/** Shows the user's photo or the company's logo. A button or a dropped file changes it. */
export function PicturePicker({ of, label }: PicturePickerProps) {
  const { profile } = useAuth()
  const company = useQuery({ ...api.companies.mine.queryOptions(), enabled: of === 'company' }).data
  const mine =
    of === 'me'
      ? { id: profile?.id, name: profile?.full_name ?? '', etag: profile?.photo_etag }
      : { id: company?.id, name: company?.name ?? '', etag: company?.logoEtag }
  const input = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState<'set' | 'remove'>()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const id = useId()

  const refresh = () =>
    of === 'me' ? userUpdated() : queries.invalidateQueries({ queryKey: api.companies.key(), refetchType: 'active' })

  async function run(what: 'set' | 'remove', work: () => Promise<unknown>, done: string) {
    setProblem(undefined)
    setPending(what)
    try {
      await work()
      await refresh()
      showToast({ title: done, tone: 'good' })
    } catch (e) {
      setProblem(
        e instanceof NoPicture ? e.message : (parseFailure(e)?.message ?? 'Check your connection and try again.'),
      )
    } finally {
      setPending(undefined)
    }
  }
  const take = (file: File | undefined) => {
    if (!file || pending) return
    void run(
      'set',
      async () =>
        sendPicture(
          of === 'me' ? '/me/photo' : '/company/logo',
          await shrinkPicture(file, of === 'me' ? 'square' : 'whole'),
        ),
      `${label} updated`,
    )
  }
  const remove = () =>
    void run(
      'remove',
      () => (of === 'me' ? client.companies.removePhoto({}) : client.companies.removeLogo({})),
      `${label} removed`,
    )

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser lets files be dropped on a fieldset
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={problem ? `${id}-problem` : `${id}-hint`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
      className={cx(
        '-m-2 flex items-center gap-4 rounded-md p-2 outline-1 outline-transparent outline-dashed transition-colors',
        over && 'bg-accent/8 outline-accent!',
      )}
    >
      <PictureAvatar {...mine} size="xl" company={of === 'company'} />
      <div className="flex min-w-0 flex-col gap-2">
        <p id={`${id}-label`} className="font-medium text-sm">
          {label}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            className="max-md:px-3.5"
            icon={<Upload aria-hidden className="size-3.5" />}
            pending={pending === 'set'}
            onClick={() => input.current?.click()}
          >
            {mine.etag ? 'Replace' : 'Upload'}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
          {mine.etag && (
            <Button size="sm" variant="ghost" className="max-md:px-3.5" pending={pending === 'remove'} onClick={remove}>
              Remove<span className="sr-only"> {label.toLowerCase()}</span>
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label={`Choose a file: ${label}`}
          tabIndex={-1}
          className="hidden"
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        {problem ? (
          <p id={`${id}-problem`} role="alert" className="flex gap-1.5 text-bad text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {problem}
          </p>
        ) : (
          <p id={`${id}-hint`} className="text-muted text-xs">
            {over ? 'Drop the file to upload it.' : 'PNG, JPEG or WebP. We resize it automatically.'}
          </p>
        )}
      </div>
    </div>
  )
}
