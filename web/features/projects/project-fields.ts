import type { Project, ProjectDraft, Visibility } from '../../../shared/contracts/projects.ts'

/** Form values of a project as strings, empty when not given. */
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

/** Fields on a backend with only the calls of the spec: a title, and perhaps a description. */
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

/** The body of a request: an empty field is null. A foreign backend gets only title and description. */
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
 * Merges two edits of one project. A field that only one of them changed takes that value.
 * A field that both changed differently is a conflict, and keeps my value in `merged`.
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
