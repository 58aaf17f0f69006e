import { noFields, type ProjectFields } from './project-fields.ts'

/** The draft of a new project, stored in this browser for one account. */
export interface KeptDraft {
  /** The stored fields; null without a draft. */
  read: () => ProjectFields | null
  /** Stores the fields that are filled in. @returns false if the browser cannot store them */
  keep: (fields: ProjectFields) => boolean
  discard: () => void
  /** Discards the draft after the project has been created. Nothing is stored from then on. */
  close: () => void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Opens the draft of an account. `storage` is a function because reading `localStorage` throws where storage is blocked. */
export function draftOfNewProject(accountId: string, storage: () => Storage = () => localStorage): KeptDraft {
  const key = `isobath.new-project.${accountId}`
  let closed = false

  function discard() {
    try {
      storage().removeItem(key)
    } catch {
      // storage is blocked, so there is no draft
    }
  }

  return {
    discard,
    read() {
      try {
        return fieldsFrom(JSON.parse(storage().getItem(key) ?? 'null'))
      } catch {
        return null // storage is blocked or holds invalid data
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
        return false // storage is blocked or full
      }
    },
    close() {
      closed = true
      discard()
    }
  }
}

/** Reads a stored draft, which another version of the app may have written. Ignores unknown fields and values that are not strings. */
function fieldsFrom(kept: unknown): ProjectFields | null {
  if (typeof kept !== 'object' || kept === null) return null
  const known = Object.entries(kept).filter(([name, value]) => name in noFields && typeof value === 'string')
  const fields: ProjectFields = { ...noFields, ...Object.fromEntries(known) }
  return { ...fields, visibility: fields.visibility === 'internal' ? 'internal' : 'private' }
}
