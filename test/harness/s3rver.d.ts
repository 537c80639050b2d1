declare module 's3rver' {
  /** A server that speaks the protocol of S3, with what it keeps in a folder. It brings no types. */
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
