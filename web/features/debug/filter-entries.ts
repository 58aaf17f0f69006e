import type { DebugEntry, DebugLevel } from '../../api/debug-log.ts'

/** Entries of the chosen levels whose message or data contains the search, newest first. */
export function filterEntries(entries: readonly DebugEntry[], levels: ReadonlySet<DebugLevel>, search: string): DebugEntry[] {
  const wanted = search.trim().toLowerCase()
  const has = ({ message, data }: DebugEntry) =>
    `${message} ${data === undefined ? '' : JSON.stringify(data)}`.toLowerCase().includes(wanted)
  return entries.filter(entry => levels.has(entry.level) && (wanted === '' || has(entry))).toReversed()
}

/** One line per entry, for the clipboard. */
export function entriesAsText(entries: readonly DebugEntry[]): string {
  return entries
    .map(({ timestamp, level, message, data }) => `${timestamp} ${level} ${message}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`)
    .join('\n')
}
