import type { StoredEdit } from './stored-edit.ts'

/** File with unsent and refused edits. Each entry has the request body, project, subject and problem of the edit. */
export function editsFile(accountId: string, edits: readonly StoredEdit[], at: Date): { name: string; blob: Blob } {
  const content = { format: 'isobath-edits', version: 1, accountId, savedAt: at.toISOString(), edits }
  const name = `edits-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.isobath-edits.json`
  return { name, blob: new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }) }
}
