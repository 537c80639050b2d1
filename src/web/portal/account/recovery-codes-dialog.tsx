import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../../../brand.config.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { saveFile } from '../platform/data/upload.ts'
import { useAuth } from '../platform/session/auth.tsx'

/** Prints only these lines, without the page around them. */
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

/** Shows recovery codes once. Closes after the user confirms that they were saved. */
export default function RecoveryCodesDialog({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { user } = useAuth()
  const [kept, setKept] = useState(false)
  const [reminded, setReminded] = useState(false)
  const title = `${brand.shortName} recovery codes`
  const lines = [`Account: ${user?.email ?? ''}`, 'Use a code instead of the app. Each works once.', '', ...codes]

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
      title="Save your recovery codes"
      description="If you lose your phone, you can sign in with these codes. Each works once. You won’t see them again, so save them in your password manager or print them."
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
          onClick={() =>
            navigator.clipboard.writeText(codes.join('\n')).then(() => showToast({ title: 'Codes copied' }))
          }
        >
          Copy
        </Button>
        <Button
          icon={<Download aria-hidden className="size-4" />}
          onClick={() =>
            saveFile(
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
        label="I have saved these codes"
        checked={kept}
        onChange={(event) => {
          setKept(event.currentTarget.checked)
          setReminded(false)
        }}
        error={reminded ? 'Save the codes, then check this box. You won’t see them again.' : undefined}
      />
    </Dialog>
  )
}
