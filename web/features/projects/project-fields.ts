import type { Project, ProjectDraft, Visibility } from '../../../shared/contracts/projects.ts'

/** A project's fields as a form holds them: texts, empty when not given. */
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

export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  description: 'Purpose and method',
  region: 'Region',
  habitat: 'Habitat',
  startDate: 'First day',
  endDate: 'Last day',
  visibility: 'Who may look'
}

export const fieldNames = Object.keys(fieldLabels) as FieldName[]

/** A backend that keeps only the spec's calls knows a title, and perhaps a description. */
export const fieldsOfForeignBackend: readonly FieldName[] = ['title', 'description']

export const noFields: ProjectFields = {
  title: '',
  description: '',
  region: '',
  habitat: '',
  startDate: '',
  endDate: '',
  visibility: 'private'
}

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

/** What is sent: an emptied field is null; of a foreign backend's project only what it may know. */
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

/** A field that two people changed, each in a way of their own. */
export interface Conflict {
  name: FieldName
  mine: string
  theirs: string
}

/**
 * Puts two edits of one project together. What only one of them changed is taken as it is;
 * what both changed differently is a conflict, and stands as mine until someone decides.
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
