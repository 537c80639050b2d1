import type { Vendor } from './shape.ts'

/** Facts about Amazon S3. */
export const amazonS3 = {
  name: 'Amazon S3',
  sites: ['amazon.com'],
  facts: {
    complianceMode: {
      text: 'In compliance mode, no one can shorten the time for which an object is locked.',
      source: 'https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_s3.ObjectLockMode.html',
      checked: '2026-11-25',
    },
    governanceBypass: {
      text: 'With `s3:BypassGovernanceRetention`, a user can delete objects in spite of governance mode.',
      source:
        'https://docs.aws.amazon.com/sdk-for-kotlin/api/latest/s3/aws.sdk.kotlin.services.s3.model/-delete-object-request/-builder/bypass-governance-retention.html',
      checked: '2026-11-25',
    },
  },
} satisfies Vendor
