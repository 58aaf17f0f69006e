export const debugLevels = ['ERROR', 'WARN', 'INFO', 'DEBUG'] as const
export type DebugLevel = (typeof debugLevels)[number]

export interface DebugEntry {
  /** Time of the entry, RFC 3339, UTC. */
  timestamp: string
  level: DebugLevel
  message: string
  data?: unknown
}
