import type { Vendor } from './shape.ts'

/** Facts about 3CX. */
export const threeCx = {
  name: '3CX',
  sites: ['3cx.com', 'github.com/3cx'],
  facts: {
    archive: {
      text: '3CX can archive recordings on a schedule. They go to FTP, SFTP, a network share, a Google bucket or SharePoint.',
      // 3CX's OpenAPI file: `RemoteArchivingSettings`, `ArchiveSubsystem` and `FileSystemType`.
      source: 'https://github.com/3cx/xapi-tutorial/blob/master/swagger.yaml',
      checked: '2026-11-29',
    },
  },
} satisfies Vendor
