import type { JobEnd } from '../lib/job-end.ts'
import type { BackendConfig } from './config.ts'

/** Data for the backend thread: the configuration, without the parts that cannot be cloned. */
export interface ThreadData {
  config: Omit<BackendConfig, 'logger' | 'onSetUp' | 'onJobEnd' | 'tokenKey' | 'publicUrl'> & {
    tokenKey: Uint8Array
    publicUrl: string | null
  }
  logLevel: string
  socketPath: string | null
  /** Loopback port to use when there is no socket; 0 selects any free port. */
  port: number
}

export type BackendAddress = { socketPath: string } | { port: number }

/** Messages from the backend thread: log lines, the secret of the set-up link, ended jobs, and the outcome of the start. */
export type ThreadMessage =
  | { kind: 'log'; line: string }
  | { kind: 'set-up'; secret: string | null }
  | { kind: 'job'; end: JobEnd }
  | { kind: 'listening'; address: BackendAddress }
  | { kind: 'refused'; reason: string /** Whether settings or data caused the refusal. */; byData: boolean }
