import { ExternalLink } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { useDebounced } from '../platform/data/use-debounced.ts'
import type { Form } from './fields.tsx'
import { toPreviewProduct } from './form-model.ts'

const PATH = '/marketplace/preview'
const WAIT_MS = 700

/**
 * Posts sealed content to the preview page in a frame or tab. Uses a form, so that the content is not in the address.
 */
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

/** Shows the product's public page. The server renders it again after a short pause in typing. */
export function LivePreview({ form }: { form: Form }) {
  const name = useId()
  const frame = useRef<HTMLIFrameElement>(null)
  const sealed = useRef<string>(undefined)
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState(false)
  const text = useDebounced(JSON.stringify({ slug: form.slug, content: toPreviewProduct(form) }), WAIT_MS)
  useEffect(() => {
    let late = false
    const { slug, content } = JSON.parse(text) as { slug: string; content: ReturnType<typeof toPreviewProduct> }
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
        const failure = parseFailure(e)
        const [first] = Object.values(failure?.data?.fields ?? {})
        setProblem(first?.[0] ?? failure?.message ?? 'Couldn’t load the preview.')
      })
    return () => {
      late = true
    }
  }, [text, name])
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 text-muted text-xs" role="status">
          {problem
            ? `Preview not updated: ${problem}`
            : 'Preview of the public page. Previewing doesn’t save anything.'}
        </p>
        <Button
          size="sm"
          icon={<ExternalLink aria-hidden className="size-4" />}
          onClick={() => sealed.current && post(sealed.current, '_blank')}
        >
          Open full page
        </Button>
      </div>
      <iframe
        ref={frame}
        name={name}
        title="Preview of the page"
        // The page's scripts do not run, and its links cannot navigate the portal.
        sandbox="allow-same-origin"
        className="min-h-[70dvh] w-full flex-1 rounded-md border border-line bg-ink"
        onLoad={() => {
          const at = frame.current?.contentWindow
          let path: string | undefined
          try {
            path = at?.location.pathname
          } catch {
            // The frame navigated to a page that we cannot access.
          }
          // If a link in the preview was followed, show the preview again.
          if (shown && path !== PATH && sealed.current) post(sealed.current, name)
          else if (path === PATH) setShown(true)
        }}
      />
    </div>
  )
}
