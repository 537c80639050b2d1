import type { Vendor } from './shape.ts'

/** Facts about 3CX. */
export const threeCx = {
  name: '3CX',
  sites: ['3cx.com'],
  facts: {
    archive: {
      text: '3CX can archive recordings on a schedule to FTP, SFTP, SMB, Google Cloud or SharePoint.',
      source: 'https://3x.58voip.com/3cx-recording-remote-archiving/',
      by: 'integrator',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
