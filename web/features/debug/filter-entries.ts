import type { DebugEntry, DebugLevel } from '../../api/debug-entry.ts'

/** Returns the entries of the chosen levels whose message or data contains the search text, newest first. */
export function filterEntries(entries: readonly DebugEntry[], levels: ReadonlySet<DebugLevel>, search: string): DebugEntry[] {
  const wanted = search.trim().toLowerCase()
  const has = ({ message, data }: DebugEntry) =>
    `${message} ${data === undefined ? '' : JSON.stringify(data)}`.toLowerCase().includes(wanted)
  return entries.filter(entry => levels.has(entry.level) && (wanted === '' || has(entry))).toReversed()
}

/** Formats entries as text for the clipboard, one line per entry. */
export function entriesAsText(entries: readonly DebugEntry[]): string {
  return entries
    .map(({ timestamp, level, message, data }) => `${timestamp} ${level} ${message}${data === undefined ? '' : ` ${JSON.stringify(data)}`}`)
    .join('\n')
}
