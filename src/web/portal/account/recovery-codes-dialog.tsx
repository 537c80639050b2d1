import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAuth } from '../platform/auth.tsx'
import { save } from '../platform/upload.ts'

/** Prints a few lines of text and nothing of the page around them. */
function print(title: string, lines: string[]) {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = title
  document.body.append(frame)
  const page = frame.contentDocument as Document
  page.title = title
  const head = page.createElement('h1')
  head.textContent = title
  const text = page.createElement('pre')
  text.textContent = lines.join('\n')
  page.body.append(head, text)
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}

/** Recovery codes, shown this once: it closes when they were kept. */
export default function RecoveryCodesDialog({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { user } = useAuth()
  const [kept, setKept] = useState(false)
  const [reminded, setReminded] = useState(false)
  const title = `${brand.shortName} recovery codes`
  const lines = [`Account: ${user?.email ?? ''}`, 'Each code works once, in place of the app.', '', ...codes]

  const finish = () => {
    if (kept) onDone()
    else setReminded(true)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) finish()
      }}
      title="Keep your recovery codes"
      description="When you have lost your phone, each of these lets you in once. They are not shown again: put them into your password manager, or print them."
      phone="full"
      footer={
        <Button variant="primary" onClick={finish}>
          Done
        </Button>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border border-line bg-ink p-4 font-mono text-sm max-[22rem]:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          icon={<Copy aria-hidden className="size-4" />}
          onClick={() => navigator.clipboard.writeText(codes.join('\n')).then(() => toast({ title: 'Codes copied' }))}
        >
          Copy
        </Button>
        <Button
          icon={<Download aria-hidden className="size-4" />}
          onClick={() =>
            save(
              new Blob([`${title}\n${lines.join('\n')}\n`], { type: 'text/plain' }),
              `${brand.slug}-recovery-codes.txt`,
            )
          }
        >
          Download
        </Button>
        <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => print(title, lines)}>
          Print
        </Button>
      </div>
      <Checkbox
        className="mt-5"
        label="I have kept them"
        checked={kept}
        onChange={(event) => {
          setKept(event.currentTarget.checked)
          setReminded(false)
        }}
        error={reminded ? 'Keep them first, then say so here: there is no other way to see them again.' : undefined}
      />
    </Dialog>
  )
}
