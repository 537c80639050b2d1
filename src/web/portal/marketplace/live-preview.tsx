import { ExternalLink } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { client, failureOf } from '../platform/api.ts'
import { useDebounced } from '../platform/use-debounced.ts'
import { type Form, previewable } from './form-model.ts'

const PATH = '/marketplace/preview'
const WAIT_MS = 700

/** Hands what was sealed to the page that shows it, in a frame or a tab: by a form, so that it stands in no address. */
function post(sealed: string, target: string) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = PATH
  form.target = target
  form.hidden = true
  const field = document.createElement('input')
  field.name = 'sealed'
  field.value = sealed
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}

/** The product’s page as the public would get it, rendered by the server whenever the form has been still for a moment. */
export function LivePreview({ form }: { form: Form }) {
  const name = useId()
  const frame = useRef<HTMLIFrameElement>(null)
  const sealed = useRef<string>(undefined)
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState(false)
  const text = useDebounced(JSON.stringify({ slug: form.slug, content: previewable(form) }), WAIT_MS)
  useEffect(() => {
    let late = false
    const { slug, content } = JSON.parse(text) as { slug: string; content: ReturnType<typeof previewable> }
    const known = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 60
    client.marketplace
      .adminPreview({ ...content, ...(known ? { slug } : {}) })
      .then((answer) => {
        if (late) return
        sealed.current = answer.sealed
        setProblem(undefined)
        post(answer.sealed, name)
      })
      .catch((e: unknown) => {
        if (late) return
        const failure = failureOf(e)
        const [first] = Object.values(failure?.data?.fields ?? {})
        setProblem(first?.[0] ?? failure?.message ?? 'The preview did not load.')
      })
    return () => {
      late = true
    }
  }, [text, name])
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 text-muted text-xs" role="status">
          {problem ? `Not up to date: ${problem}` : 'As the public page will look. Nothing is saved by it.'}
        </p>
        <Button
          size="sm"
          className="max-md:h-11!"
          icon={<ExternalLink aria-hidden className="size-4" />}
          onClick={() => sealed.current && post(sealed.current, '_blank')}
        >
          Whole page
        </Button>
      </div>
      <iframe
        ref={frame}
        name={name}
        title="Preview of the page"
        // No script of the page runs, and none of its links takes this window along.
        sandbox="allow-same-origin"
        className="min-h-[70dvh] w-full flex-1 rounded-md border border-line bg-ink"
        onLoad={() => {
          const at = frame.current?.contentWindow
          let path: string | undefined
          try {
            path = at?.location.pathname
          } catch {
            // It went where we may not look.
          }
          // A link of the preview leads nowhere: what is previewed comes back.
          if (shown && path !== PATH && sealed.current) post(sealed.current, name)
          else if (path === PATH) setShown(true)
        }}
      />
    </div>
  )
}
