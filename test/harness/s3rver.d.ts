declare module 's3rver' {
  /** An S3-compatible server that stores objects in a folder. The package has no types. */
  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<unknown>
    close(): Promise<void>
    callback(): import('node:http').RequestListener
  }
}
