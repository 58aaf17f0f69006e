import type { Project, ProjectDraft, Visibility } from '../../../shared/contracts/projects.ts'

/** Form values of a project as strings. Missing values are empty. */
export interface ProjectFields {
  title: string
  description: string
  region: string
  habitat: string
  startDate: string
  endDate: string
  visibility: Visibility
}

export type FieldName = keyof ProjectFields

export const noFields: ProjectFields = {
  title: '',
  description: '',
  region: '',
  habitat: '',
  startDate: '',
  endDate: '',
  visibility: 'private'
}

export const fieldNames = Object.keys(noFields) as FieldName[]

/** Fields of a project on a foreign backend, which implements only the calls of the specification. The description is optional. */
export const fieldsOfForeignBackend: readonly FieldName[] = ['title', 'description']

export function fieldsOf(project: Project): ProjectFields {
  const { title, description, region, habitat, startDate, endDate, visibility } = project
  return {
    title,
    description: description ?? '',
    region: region ?? '',
    habitat: habitat ?? '',
    startDate: startDate?.slice(0, 10) ?? '',
    endDate: endDate?.slice(0, 10) ?? '',
    visibility
  }
}

/** Builds a request body. Empty fields become null. A foreign backend gets only title and description. */
export function draftOf(fields: ProjectFields, foreign: boolean): ProjectDraft {
  const text = (value: string) => value.trim() || null
  const title = fields.title.trim()
  if (foreign) return { title, ...(text(fields.description) && { description: text(fields.description) }) }
  return {
    title,
    description: text(fields.description),
    region: text(fields.region),
    habitat: text(fields.habitat),
    startDate: text(fields.startDate),
    endDate: text(fields.endDate),
    visibility: fields.visibility
  }
}

/** A field that two people changed to different values. */
export interface Conflict {
  name: FieldName
  mine: string
  theirs: string
}

/**
 * Merges two edits of one project. A field that only one edit changed takes the value of that edit.
 * A field that both changed differently is a conflict, and keeps the value of `mine` in `merged`.
 */
export function mergeEdits(
  base: ProjectFields,
  mine: ProjectFields,
  theirs: ProjectFields
): { merged: ProjectFields; conflicts: Conflict[] } {
  const merged = { ...mine }
  const conflicts: Conflict[] = []
  const take = <Name extends FieldName>(name: Name) => {
    if (mine[name] === theirs[name]) return
    if (mine[name] === base[name]) merged[name] = theirs[name]
    else if (theirs[name] !== base[name]) conflicts.push({ name, mine: mine[name], theirs: theirs[name] })
  }
  for (const name of fieldNames) take(name)
  return { merged, conflicts }
}
