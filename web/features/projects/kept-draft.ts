import { noFields, type ProjectFields } from './project-fields.ts'

/** What is typed about a project that is not made yet, kept in this browser for one account. */
export interface KeptDraft {
  /** What was kept; null when nothing was. */
  read: () => ProjectFields | null
  /** Keeps these fields; empty ones are forgotten. False when this browser keeps nothing. */
  keep: (fields: ProjectFields) => boolean
  discard: () => void
  /** The project is made: forgets the draft and keeps nothing any more. */
  close: () => void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `storage` is asked for each time, as a browser that forbids it throws there. */
export function draftOfNewProject(accountId: string, storage: () => Storage = () => localStorage): KeptDraft {
  const key = `isobath.new-project.${accountId}`
  let closed = false

  function discard() {
    try {
      storage().removeItem(key)
    } catch {
      // nothing was kept here
    }
  }

  return {
    discard,
    read() {
      try {
        return fieldsFrom(JSON.parse(storage().getItem(key) ?? 'null'))
      } catch {
        return null // storage is forbidden, or holds something else
      }
    },
    keep(fields) {
      if (closed) return true
      const kept = Object.entries(fields).filter(([name, value]) => value !== noFields[name as keyof ProjectFields])
      try {
        if (kept.length === 0) storage().removeItem(key)
        else storage().setItem(key, JSON.stringify(Object.fromEntries(kept)))
        return true
      } catch {
        return false // storage is forbidden or full
      }
    },
    close() {
      closed = true
      discard()
    }
  }
}

/** What was kept may come from another version: fields that are no longer known, or no texts, are left out. */
function fieldsFrom(kept: unknown): ProjectFields | null {
  if (typeof kept !== 'object' || kept === null) return null
  const known = Object.entries(kept).filter(([name, value]) => name in noFields && typeof value === 'string')
  const fields: ProjectFields = { ...noFields, ...Object.fromEntries(known) }
  return { ...fields, visibility: fields.visibility === 'internal' ? 'internal' : 'private' }
}
