import type { Vendor } from './shape.ts'

/** What the documentation says about the API of 3CX. */
export const threeCx = {
  name: '3CX',
  facts: {
    archive: {
      text: '3CX can archive recordings on a schedule to FTP, SFTP, SMB, Google Cloud or SharePoint.',
      source: 'https://3x.58voip.com/3cx-recording-remote-archiving/',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
